import { median } from "@deadheat/stats";
import type { RoundRecord, Warning } from "@deadheat/journal";
import type { Cell } from "../documents/result.ts";
import { medianOf } from "./process.ts";

/** The part that limited a server's throughput: its own CPU, the generator's CPU, or neither. */
export type Bottleneck = NonNullable<Cell["bottleneck"]>;

/** A server is the limit if its serving thread runs or waits for its CPU in this share of the time under load. */
const SERVER_BOUND = 0.95;
export const GENERATOR_BOUND = 0.85;

/** Returns the bottleneck from the median shares of time in which the server and the generators' CPU were busy. */
export function bottleneckFrom(
  serverBusy: readonly number[],
  generatorBusy: readonly number[],
): Bottleneck {
  if ((medianOf(serverBusy) ?? 0) >= SERVER_BOUND) return "server";
  return (medianOf(generatorBusy) ?? 0) >= GENERATOR_BOUND ? "generator" : "neither";
}

export type Which = keyof NonNullable<RoundRecord["sides"]>;

export function bottleneckOf(rounds: readonly RoundRecord[], which: Which = "new"): Bottleneck {
  const generator = rounds.flatMap(({ machine }) => machine?.generatorBusy ?? []);
  return bottleneckFrom(busyShares(rounds, which), generator);
}

/**
 * Returns, per round, the share of the time under load in which the serving thread ran or waited for its CPU. Without
 * thread clocks (other systems than Linux) it is the share that both servers together had
 * of their CPU. A CPU that is never idle leaves neither server idle for long.
 */
function busyShares(rounds: readonly RoundRecord[], which: Which): number[] {
  return rounds.flatMap(({ sides }) => {
    if (!sides) return [];
    const { servingSeconds, loadSeconds } = sides[which];
    const busy = servingSeconds ?? sides.new.cpuSeconds + sides.base.cpuSeconds;
    return [busy / loadSeconds];
  });
}

/**
 * Returns warnings about imprecise CPU time, and about a server that waited for its generator while the other did not.
 */
export function bottleneckWarnings(rounds: readonly RoundRecord[]): Warning[] {
  return [...idleWarning(rounds), ...lostThreadsWarning(rounds)];
}

/**
 * Returns a warning if only one server waited for its generator. A fast server that gets few requests at a time
 * answers less per CPU-second (docs/findings.md, "Idle time"). If both servers
 * wait, both are understated, and the ratio is no bound.
 */
function idleWarning(rounds: readonly RoundRecord[]): Warning[] {
  const [first] = rounds;
  const waits = (which: Which) => bottleneckOf(rounds, which) !== "server";
  if (!first || waits("new") === waits("base")) return [];
  const which = waits("new") ? "new" : "base";
  const share = 1 - median(busyShares(rounds, which));
  const other = first[which === "new" ? "base" : "new"];
  return [{ code: `idle-${which}`, facts: { server: first[which], other, share } }];
}

function lostThreadsWarning(rounds: readonly RoundRecord[]): Warning[] {
  const own = rounds.filter(
    ({ sides }) => sides && sides.new.lostThreads + sides.base.lostThreads > 0,
  );
  if (own.length === 0) return [];
  return [{ code: "lost-threads", facts: { rounds: own.length, of: rounds.length } }];
}
