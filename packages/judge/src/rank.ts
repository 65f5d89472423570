import {
  blocksToDecide,
  difference,
  exact,
  holm,
  inOnePlace,
  pValue,
  sum,
  tieGroups,
  wordFor,
  type LogEstimate,
  type Word,
} from "@deadheat/stats";
import type { Runtime } from "@deadheat/journal";
import { byCertainty } from "./known.ts";

/** A cell that can be ranked: its log ratio to the floor of its runtime. */
export interface Ranked {
  readonly target: string;
  readonly runtime: Runtime;
  readonly toFloor: LogEstimate;
}

/** What is known of the order of a scenario's cells. */
export interface Ranking {
  /** By what is certain of their places, then by their ratio to node-http/node. */
  readonly order: readonly (Ranked & {
    readonly toNodeHttp: LogEstimate;
    readonly rank: [number, number];
    readonly tieGroup: string[];
  })[];
  /** Each is decided (one of the two is faster), a dead heat, or undecided. */
  readonly pairs: number;
  /** The pairs themselves: how far apart the two are, said of the first, in logarithms, with the p value of that alone. */
  readonly compared: readonly {
    readonly targets: [string, string];
    readonly apart: number;
    readonly p: number;
    readonly word: Word;
  }[];
  readonly decided: number;
  readonly deadHeats: [string, string][];
  /** With about how many more blocks of each would probably decide it; null: more than can be had. */
  readonly undecided: { targets: [string, string]; blocks: number | null }[];
}

/**
 * Finds the word for each pair of one scenario's cells (docs/method.md, "Four words"): `faster` or `slower`
 * where the difference is significant after Holm's correction for all pairs, else `dead heat` where it is
 * proven to lie within the margin, else `undecided`. Two of one runtime are compared through
 * their floor alone, so that the bridge's uncertainty does not blur them; two of different runtimes
 * through both bridges.
 *
 * Where several instances of a class of machines measured, a pair of one instance's alone is compared as ever; any
 * other carries the variance between instances, for each of its parts (stats, elsewhere.ts).
 *
 * A rank is an interval: from 1 + the cells that are faster to all but those that are slower. A letter
 * is shared by two cells exactly where they are a dead heat; a cell that has none has no letter.
 *
 * @param margin of a dead heat, relative: 0.05 means within a factor of 1.05
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
  const plain = pairs.map(({ apart }) => pValue(apart));
  const adjusted = holm(plain);
  const judged = pairs.map((pair, k) => ({
    ...pair,
    p: plain[k]!,
    targets: [order[pair.i]!.target, order[pair.j]!.target] as [string, string],
    word: wordFor(pair.apart, margin, adjusted[k], alpha),
  }));
  const decided = judged.filter(({ word }) => word === "faster" || word === "slower");
  const deadHeats = judged.filter(({ word }) => word === "dead-heat");
  const undecided = judged.filter(({ word }) => word === "undecided");
  const faster = order.map(() => 0);
  const slower = order.map(() => 0);
  for (const { i, j, word } of decided) {
    const [ahead, behind] = word === "faster" ? [i, j] : [j, i];
    faster[behind]! += 1;
    slower[ahead]! += 1;
  }
  // What Holm's correction asks of the next pair that is to be decided.
  const level = alpha / (pairs.length - decided.length);
  const ranked = order
    .map((cell, i) => {
      const places: [number, number] = [1 + faster[i]!, order.length - slower[i]!];
      return { ...cell, rank: places };
    })
    .toSorted(byCertainty);
  const letters = lettersOf(
    ranked.map(({ target }) => target),
    deadHeats.map(({ targets }) => targets),
  );
  return {
    order: ranked.map((cell) => ({ ...cell, tieGroup: letters.get(cell.target) ?? [] })),
    pairs: pairs.length,
    compared: judged.map(({ targets, apart, p, word }) => ({
      targets,
      apart: apart.mean,
      p,
      word,
    })),
    decided: decided.length,
    deadHeats: deadHeats.map(({ targets }) => targets),
    undecided: undecided.map(({ targets, apart }) => {
      return { targets, blocks: blocksToDecide(apart, margin, level) };
    }),
  };
}

/** Where nothing is known of the variance between instances, without it: the run says so, and no pair rests on it. */
function told(bridged: LogEstimate, { toFloor }: Ranked, bridge: LogEstimate): LogEstimate {
  return bridged.variance < Infinity ? bridged : sum(inOnePlace(toFloor), inOnePlace(bridge));
}

/** The letters of those that have a tie at all, named in the order in which they are shown. */
function lettersOf(
  names: readonly string[],
  ties: readonly (readonly [string, string])[],
): Map<string, string[]> {
  const key = (a: string, b: string) => JSON.stringify(a < b ? [a, b] : [b, a]);
  const pairs = new Set(ties.map(([a, b]) => key(a, b)));
  const some = new Set(ties.flat());
  const tied = names.filter((name) => some.has(name));
  const groups = tieGroups(tied.length, (i, j) => !pairs.has(key(tied[i]!, tied[j]!)));
  return new Map(tied.map((name, i) => [name, groups[i]!]));
}
