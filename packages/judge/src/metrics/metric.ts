import type { Counter, Further, RoundRecord, Side } from "@deadheat/journal";
import type { FixedPrior } from "../documents/prior.ts";
import { countOf, efficiency } from "../rounds.ts";

/**
 * The facts about a metric that are the same in every comparison: a row of the table (list.ts). They decide what a round
 * measures, which numbers of a record are its samples, how these are judged, and how people read of it. Its values say how
 * much a server needs: a ratio above 1 means that the new server needs more.
 */
export interface MetricKind {
  /** The name in documents and on the command line: `memory-peak`. */
  readonly name: string;
  /** The name in tables and sentences: `peak memory (RSS)`. About 20 letters fit into a line of text. */
  readonly label: string;
  /** The unit in documents. */
  readonly unit: Unit;
  /** The unit in Go's benchmark format, which benchstat scales by its end; null if the metric has no rounds. */
  readonly goUnit: string | null;
  /** The verdicts on a new server that needs less and more. */
  readonly verdicts: readonly ["faster", "slower"] | readonly ["less", "more"];
  /** The relative difference within which two servers are the same: 0.05 for 5 %. */
  readonly margin: number;
  /** true if a server that is still compiling says nothing about it. */
  readonly needsWarmth: boolean;
  /** The word of `--measure` that adds the metric to a comparison; null if every round measures it. */
  readonly measure: string | null;
  /** The counter of the kernel that the windows of a round read. Absent if the metric needs none. */
  readonly counter?: Counter;
  /** The spread of a round as known before the first one. Absent if only the rounds say how they spread. */
  readonly prior?: FixedPrior;
  /** Returns the values of both servers in a round, or null if it has none. null if the metric is known without rounds. */
  readonly samples: ((round: RoundRecord) => Both<number> | null) | null;
}

/** The units of metrics. `per request` is a number that has no other unit. */
export const units = ["seconds", "bytes", "packages", "per request"] as const;
export type Unit = (typeof units)[number];

type Both<T> = { readonly base: T; readonly new: T };

/** Returns a value of both sides if both have one. A ratio cannot hold a value that is unknown or 0. */
export function positive<T>(
  sides: Both<T> | null | undefined,
  of: (side: T) => number | null | undefined,
): Both<number> | null {
  if (!sides) return null;
  const values = { base: of(sides.base) ?? 0, new: of(sides.new) ?? 0 };
  return values.base > 0 && values.new > 0 ? values : null;
}

/** Returns the sides of a round. A server that ran already has no start here, and its memory has its own past. */
export function started({ sides }: RoundRecord): Both<Side> | null {
  return sides && [sides.base, sides.new].every(({ startup }) => startup.ready > 0) ? sides : null;
}

/** Returns the samples of a metric that has a counter: its count for each response. */
export function counted(name: string): MetricKind["samples"] {
  return ({ sides }) => positive(sides, (side) => countOf(side, name));
}

/** Returns the CPU seconds of a request. */
export function secondsOf(side: Parameters<typeof efficiency>[0]): number {
  return 1 / efficiency(side);
}

/** Returns the sides of what a round measures after its window, at one of several rates. */
export function atRate<Kind extends "latency" | "cost">(
  { further }: RoundRecord,
  kind: Kind,
  isMeant: (one: Further[Kind][number]) => boolean,
): Further[Kind][number]["sides"] {
  return further?.[kind].find(isMeant)?.sides ?? null;
}
