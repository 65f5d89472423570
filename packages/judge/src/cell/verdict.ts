import { median } from "@deadheat/stats";
import type { BlockRecord, Warning } from "@deadheat/journal";
import type { Cell } from "../documents/result.ts";

/** The part that limited a server's throughput: its own CPU, the generator's CPU, or neither. */
export type Verdict = NonNullable<Cell["verdict"]>;

/** A server is the limit if its serving thread runs or waits for its CPU in this share of the time under load. */
const SERVER_BOUND = 0.95;
export const GENERATOR_BOUND = 0.85;

/** Returns the verdict from the median shares of time in which the server and the generators' CPU were busy. */
export function verdictFrom(
  serverBusy: readonly number[],
  generatorBusy: readonly number[],
): Verdict {
  if (serverBusy.length > 0 && median(serverBusy) >= SERVER_BOUND) return "server-bound";
  return generatorBusy.length > 0 && median(generatorBusy) >= GENERATOR_BOUND
    ? "generator-bound"
    : "unsaturated";
}

export type Which = keyof NonNullable<BlockRecord["sides"]>;

/** Returns the verdict on one of the two servers of some duets. */
export function verdictOf(blocks: readonly BlockRecord[], which: Which = "new"): Verdict {
  const generator = blocks.flatMap(({ machine }) => machine?.generatorBusy ?? []);
  return verdictFrom(busyShares(blocks, which), generator);
}

/**
 * Returns, per block, the share of the time under load in which the serving thread ran or waited for its CPU. Without
 * thread clocks (other systems than Linux) it is the share that both servers together had
 * of their CPU. A CPU that is never idle leaves neither server idle for long.
 */
function busyShares(blocks: readonly BlockRecord[], which: Which): number[] {
  return blocks.flatMap(({ sides }) => {
    if (!sides) return [];
    const { servingSeconds, loadSeconds } = sides[which];
    const busy = servingSeconds ?? sides.new.cpuSeconds + sides.base.cpuSeconds;
    return [busy / loadSeconds];
  });
}

/**
 * Returns warnings about imprecise CPU time, and about a server that waited for its generator while the other did not.
 */
export function verdictWarnings(blocks: readonly BlockRecord[]): Warning[] {
  return [...idleWarning(blocks), ...lostThreadsWarning(blocks)];
}

/**
 * Returns a warning if only one server waited for its generator. A fast server that gets few requests at a time
 * answers less per CPU-second (docs/findings/idle-time.md, "What idle time does to a fast server"). If both servers
 * wait, both are understated, and the ratio is no bound.
 */
function idleWarning(blocks: readonly BlockRecord[]): Warning[] {
  const [first] = blocks;
  const waits = (which: Which) => verdictOf(blocks, which) !== "server-bound";
  if (!first || waits("new") === waits("base")) return [];
  const which = waits("new") ? "new" : "base";
  const idle = (100 * (1 - median(busyShares(blocks, which)))).toFixed(0);
  const bound = which === "new" ? "a lower bound" : "an upper bound";
  const message =
    `${first[which]} waited for its generator for ${idle} % of the time, and the other server did not. That ` +
    `understates it, by up to about 6 % where it was measured (docs/method.md), so the ratio is ${bound}`;
  return [{ code: `idle-${which}`, message }];
}

function lostThreadsWarning(blocks: readonly BlockRecord[]): Warning[] {
  const own = blocks.filter(
    ({ sides }) => sides && sides.new.lostThreads + sides.base.lostThreads > 0,
  );
  if (own.length === 0) return [];
  const message =
    `in ${own.length} of ${blocks.length} blocks threads of a server ended within the window, so their CPU time is ` +
    "known only to 20 ms";
  return [{ code: "lost-threads", message }];
}
