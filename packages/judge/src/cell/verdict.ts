import { median } from "@deadheat/stats";
import type { BlockRecord, Warning } from "@deadheat/journal";
import type { Cell } from "../documents/result.ts";

/** What kept a server from answering more: its own CPU, its generator's, or neither. */
export type Verdict = NonNullable<Cell["verdict"]>;

/** The thread that serves was running or waiting for its CPU for this share of the time under load. */
export const SERVER_BOUND = 0.95;
export const GENERATOR_BOUND = 0.85;

/** From the shares of the time in which a server, and the generators' CPU, were busy; by their medians. */
export function verdictFrom(
  serverBusy: readonly number[],
  generatorBusy: readonly number[],
): Verdict {
  if (serverBusy.length > 0 && median(serverBusy) >= SERVER_BOUND) return "server-bound";
  return generatorBusy.length > 0 && median(generatorBusy) >= GENERATOR_BOUND
    ? "generator-bound"
    : "unsaturated";
}

/** One of the two servers of a duet. */
export type Which = keyof NonNullable<BlockRecord["sides"]>;

/** Of one of the two servers of some duets. */
export function verdictOf(blocks: readonly BlockRecord[], which: Which = "target"): Verdict {
  const generator = blocks.flatMap(({ machine }) => machine?.generatorBusy ?? []);
  return verdictFrom(busyShares(blocks, which), generator);
}

/**
 * In each block, the share of the time under load in which the thread that serves was running or waiting for
 * its CPU. Where that is not told (the system does not, or a journal of before 2026-11-23), the shares that
 * both servers had of their CPU: a CPU that is never idle leaves neither of them idle for long.
 */
function busyShares(blocks: readonly BlockRecord[], which: Which): number[] {
  return blocks.flatMap(({ sides }) => {
    if (!sides) return [];
    const { servingSeconds, loadSeconds } = sides[which];
    const busy = servingSeconds ?? sides.target.cpuSeconds + sides.reference.cpuSeconds;
    return [busy / loadSeconds];
  });
}

/**
 * What guards the figure of a cell: a server that waited for its generator while the other one did not, and
 * CPU time that is known less well than the rest.
 */
export function verdictWarnings(blocks: readonly BlockRecord[]): Warning[] {
  return [...idleWarning(blocks), ...lostThreadsWarning(blocks)];
}

/**
 * A fast server that finds few requests at a time answers less per CPU-second (docs/findings/idle-time.md, "What idle
 * time does to a fast server"). Where both wait, both are understated, and the ratio is neither bound.
 */
function idleWarning(blocks: readonly BlockRecord[]): Warning[] {
  const [first] = blocks;
  const waits = (which: Which) => verdictOf(blocks, which) !== "server-bound";
  if (!first || waits("target") === waits("reference")) return [];
  const which = waits("target") ? "target" : "reference";
  const idle = (100 * (1 - median(busyShares(blocks, which)))).toFixed(0);
  const bound = which === "target" ? "a lower bound" : "an upper bound";
  const message =
    `${first[which]} waited for its generator for ${idle} % of the time, the other server did not: that ` +
    `understates it, by 0 to 6 % where it was measured (docs/method.md), so the ratio is ${bound}`;
  return [{ code: `idle-${which}`, message }];
}

function lostThreadsWarning(blocks: readonly BlockRecord[]): Warning[] {
  const own = blocks.filter(
    ({ sides }) => sides && sides.target.lostThreads + sides.reference.lostThreads > 0,
  );
  if (own.length === 0) return [];
  const message =
    `in ${own.length} of ${blocks.length} blocks threads of a server ended within the window: their CPU time is ` +
    "known to 10 ms only";
  return [{ code: "lost-threads", message }];
}
