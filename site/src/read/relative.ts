import {
  bridgeEstimate,
  cellEstimate,
  priorIn,
  varianceOf,
  type Cell,
  type Result,
} from "@deadheat/judge";
import { isCold, isFloor } from "@deadheat/journal";
import {
  difference,
  exact,
  inOnePlace,
  interval,
  sum,
  type LogEstimate,
  type Ratio,
} from "@deadheat/stats";

/**
 * Returns the efficiency of one target over that of another in the same scenario, with its 95 % interval. Two targets of one
 * runtime are compared through their floor, two of different runtimes through the bridges too. Returns null if a target or a
 * bridge was not measured.
 */
export function relativeTo(own: Cell, other: Cell, result: Result): Ratio | null {
  if (own.target === other.target) return { ratio: 1, lo: 1, hi: 1 };
  const [ours, theirs] = [own, other].map((cell) => toFloor(cell, result));
  if (!ours || !theirs) return null;
  if (own.runtime === other.runtime) return interval(difference(ours, theirs));
  const [bridge, otherBridge] = [own, other].map((cell) => toNode(cell, result));
  if (!bridge || !otherBridge) return null;
  return interval(difference(sum(ours, bridge), sum(theirs, otherBridge)));
}

/** The estimates of cells. Each takes part in the comparisons with all other cells. */
const known = new WeakMap<Cell, LogEstimate | null>();
const knownBridges = new WeakMap<Result["bridges"][number], LogEstimate>();

/** Returns the estimate of ln(efficiency / efficiency of the floor); a floor's own is 0. */
function toFloor(cell: Cell, result: Result): LogEstimate | null {
  return known.getOrInsertComputed(cell, () => estimated(cell, result));
}

function estimated({ target, scenario, efficiency }: Cell, result: Result): LogEstimate | null {
  if (efficiency === null) return null;
  if (isFloor(target)) return exact();
  const { rounds } = efficiency.toFloor;
  if (rounds.length === 0) return null;
  return placed(
    cellEstimate(rounds, varianceOf(result.between), priorIn(result, scenario)),
    result,
  );
}

/** Returns the estimate of ln(floor of the runtime / node-http/node). */
function toNode({ runtime, scenario }: Cell, result: Result): LogEstimate | null {
  if (runtime === "node") return exact();
  const floor = result.floors[runtime];
  const bridge = result.bridges.find((one) => one.floor === floor && one.scenario === scenario);
  if (!bridge || bridge.rounds.some(isCold)) return null;
  return knownBridges.getOrInsertComputed(bridge, () =>
    placed(bridgeEstimate(bridge, varianceOf(result.between), priorIn(result, scenario)), result),
  );
}

/** If the variance between instances is unknown, the result warns of it, and its ratios leave it out. */
function placed(log: LogEstimate, { between }: Result): LogEstimate {
  return varianceOf(between) === null ? inOnePlace(log) : log;
}

/** The verdict about the first of two targets. */
export type Verdict = "faster" | "slower" | "tie" | "undecided";

/** Returns the verdict of the result about two ranked targets of a scenario: an interval alone never decides. */
export function verdictAbout(own: Cell, other: Cell, { ratio }: Ratio, result: Result): Verdict {
  const found = result.differences.find(({ scenario }) => scenario === own.scenario);
  const isPair = (pair: readonly string[]) =>
    pair.includes(own.target) && pair.includes(other.target);
  if (found?.ties.some(isPair)) return "tie";
  if (found?.undecided.some(({ targets }) => isPair(targets))) return "undecided";
  return ratio > 1 ? "faster" : "slower";
}
