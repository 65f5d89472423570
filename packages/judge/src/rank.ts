import {
  roundsToDecide,
  difference,
  exact,
  holm,
  inOnePlace,
  pValue,
  sum,
  tieGroups,
  verdictFor,
  type LogEstimate,
  type Verdict,
} from "@deadheat/stats";
import type { Runtime } from "@deadheat/journal";
import { byCertainty } from "./known.ts";

type Rank = [number, number];

/** A cell that can be ranked: its log ratio to the floor of its runtime. */
interface Ranked {
  readonly target: string;
  readonly runtime: Runtime;
  readonly toFloor: LogEstimate;
}

/** The order of a scenario's cells, as far as it is known. */
export interface Ranking {
  /** The cells by their rank intervals, then by their ratio to node-http/node. */
  readonly order: readonly (Ranked & {
    readonly toNodeHttp: LogEstimate;
    readonly rank: Rank;
    readonly tieGroup: string[];
  })[];
  /** The number of pairs. Each pair is decided (one of the two is faster), a tie, or undecided. */
  readonly pairs: number;
  /** The pairs, each with the verdict about its first target. */
  readonly compared: readonly {
    readonly targets: readonly [string, string];
    readonly verdict: Verdict;
  }[];
  readonly decided: number;
  readonly ties: [string, string][];
  /** The undecided pairs, with the further rounds per cell that would probably decide each. null if out of reach. */
  readonly undecided: { targets: [string, string]; rounds: number | null }[];
}

/**
 * Finds the verdict for each pair of one scenario's cells (docs/method.md, "Four verdicts"):
 * - `faster` or `slower` if the difference is significant after Holm's correction for all pairs,
 * - `same` if the difference is proven to lie within the margin,
 * - `undecided` otherwise.
 *
 * Two cells of one runtime are compared through their floor alone, so that the bridge adds no uncertainty. Cells of
 * different runtimes are compared through both bridges. If several instances measured the cells, a pair from
 * different instances carries the variance between instances for each of its parts (stats, elsewhere.ts).
 *
 * A rank is an interval: from 1 + the number of faster cells to N - the number of slower cells. Two cells share a
 * letter exactly if they are a tie. A cell without a tie has no letter.
 *
 * @param margin the relative margin of a tie: 0.05 means within a factor of 1.05
 */
export function rank(
  cells: readonly Ranked[],
  bridges: ReadonlyMap<Runtime, LogEstimate>,
  margin: number,
  alpha = 0.05,
): Ranking {
  const bridge = (runtime: Runtime) => bridges.get(runtime) ?? exact();
  const order = cells
    .map((cell) => ({ ...cell, bridged: sum(cell.toFloor, bridge(cell.runtime)) }))
    .map((cell) => ({ ...cell, toNodeHttp: told(cell.bridged, cell, bridge(cell.runtime)) }))
    .toSorted((a, b) => b.toNodeHttp.mean - a.toNodeHttp.mean);
  const pairs = order.flatMap((a, i) =>
    order.slice(i + 1).map((b, k) => {
      const across = a.runtime !== b.runtime;
      const apart = difference(across ? a.bridged : a.toFloor, across ? b.bridged : b.toFloor);
      return { i, j: i + 1 + k, apart };
    }),
  );
  const adjusted = holm(pairs.map(({ apart }) => pValue(apart)));
  const judged = pairs.map((pair, k) => ({
    ...pair,
    targets: [order[pair.i]!.target, order[pair.j]!.target] as [string, string],
    verdict: verdictFor(pair.apart, margin, adjusted[k], alpha),
  }));
  const decided = judged.filter(({ verdict }) => verdict === "faster" || verdict === "slower");
  const tied = judged.filter(({ verdict }) => verdict === "same");
  const undecided = judged.filter(({ verdict }) => verdict === "undecided");
  const faster = order.map(() => 0);
  const slower = order.map(() => 0);
  for (const { i, j, verdict } of decided) {
    const [ahead, behind] = verdict === "faster" ? [i, j] : [j, i];
    faster[behind]! += 1;
    slower[ahead]! += 1;
  }
  // The level that Holm's correction demands of the next pair to be decided.
  const level = alpha / (pairs.length - decided.length);
  const ranked = order
    .map((cell, i) => ({ ...cell, rank: [1 + faster[i]!, order.length - slower[i]!] as Rank }))
    .toSorted(byCertainty);
  const ties = tied.map(({ targets }) => targets);
  const letters = lettersOf(ranked, ties);
  return {
    order: ranked.map((cell) => ({ ...cell, tieGroup: letters.get(cell.target) ?? [] })),
    pairs: pairs.length,
    compared: judged.map(({ targets, verdict }) => ({ targets, verdict })),
    decided: decided.length,
    ties,
    undecided: undecided.map(({ targets, apart }) => {
      return { targets, rounds: roundsToDecide(apart, margin, level) };
    }),
  };
}

/**
 * Returns the ratio to node-http/node. If the variance between instances is unknown, that variance is left out: the
 * run warns of this, and no pair rests on the ratio.
 */
function told(bridged: LogEstimate, { toFloor }: Ranked, bridge: LogEstimate): LogEstimate {
  return bridged.variance < Infinity ? bridged : sum(inOnePlace(toFloor), inOnePlace(bridge));
}

/** Returns the letters of the cells that have a tie, assigned in the order of display. */
function lettersOf(
  cells: readonly Ranked[],
  ties: readonly (readonly [string, string])[],
): Map<string, string[]> {
  const key = (a: string, b: string) => JSON.stringify(a < b ? [a, b] : [b, a]);
  const pairs = new Set(ties.map(([a, b]) => key(a, b)));
  const some = new Set(ties.flat());
  const tied = cells.map(({ target }) => target).filter((name) => some.has(name));
  const groups = tieGroups(tied.length, (i, j) => !pairs.has(key(tied[i]!, tied[j]!)));
  return new Map(tied.map((name, i) => [name, groups[i]!]));
}
