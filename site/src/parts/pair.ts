import { formatRatio } from "@deadheat/report/format";
import { anotherHour, calmSlowdownIn, type Result } from "@deadheat/judge";
import type { Child } from "@deadheat/report/site-parts";
import { relativeTo, verdictAbout, type Verdict } from "../read/relative.ts";
import { cellOf, type SiteCell, type Site, type Standing } from "../read/site.ts";
import { between, fact, field, intervalBy, type Interval } from "./fact.ts";

/** Two targets in one scenario. */
export interface Pair {
  readonly standing: Standing;
  readonly own: SiteCell;
  readonly other: SiteCell;
  readonly ratio: Interval;
  /** The interval in which the ratio would be in another hour on this class of machine; null if that is not known. */
  readonly hour: Pick<Interval, "lo" | "hi"> | null;
  readonly verdict: Verdict;
}

/** The slowdown of each result. Thousands of pairs ask for it, and it takes all rounds. */
const slowdowns = new WeakMap<Result, number | null>();

/** Returns the comparison of two targets in every scenario that both serve. */
export function pairsOf({ standings }: Site, target: string, against: string): Pair[] {
  return standings.flatMap((standing) => pairIn(standing, target, against) ?? []);
}

/** Returns the comparison of two targets in one scenario; null if one of them has no rank there. */
export function pairIn(standing: Standing, target: string, against: string): Pair | null {
  const [own, other] = [cellOf(standing, target), cellOf(standing, against)];
  if (!own?.cell.rank || !other?.cell.rank) return null;
  const { result } = standing.from;
  const relative = relativeTo(own.cell, other.cell, result);
  if (!relative) return null;
  const from = [field(own, "target"), field(other, "target")];
  const ratio = intervalBy("ratio", from, relative.ratio, relative);
  const later = anotherHour(relative, slowdowns.getOrInsertComputed(result, calmSlowdownIn));
  const hour = later && intervalBy("hour", from, relative.ratio, later);
  const verdict = verdictAbout(own.cell, other.cell, relative, result);
  return { standing, own, other, ratio, hour, verdict };
}

/** Returns `1.48 times [1.44, 1.52]`. */
export const times = ({ ratio, lo, hi }: Interval): Child => [
  fact(ratio, formatRatio),
  " times ",
  between(lo, hi, formatRatio),
];
