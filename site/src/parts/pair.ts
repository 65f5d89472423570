import { formatRatio } from "@deadheat/report/format";
import { relativeTo, verdictOf, type Child } from "@deadheat/report/site-parts";
import { cellOf, type Found, type Site, type Standing } from "../read/site.ts";
import { between, fact, field, type Figure, type Interval } from "./fact.ts";

/** Two targets in one scenario. */
export interface Pair {
  readonly standing: Standing;
  readonly own: Found;
  readonly other: Found;
  readonly ratio: Interval;
  readonly word: "faster" | "slower" | "dead heat" | "undecided";
}

/** Returns the comparison of two targets in every scenario that both serve. */
export function pairsOf({ standings }: Site, target: string, against: string): Pair[] {
  return standings.flatMap((standing) => pairIn(standing, target, against) ?? []);
}

/** Returns the comparison of two targets in one scenario; null if one of them has no rank there. */
export function pairIn(standing: Standing, target: string, against: string): Pair | null {
  const [own, other] = [cellOf(standing, target), cellOf(standing, against)];
  const { data } = standing.from;
  const relative = own && other && relativeTo(own.shown, other.shown, data);
  const verdict = relative && verdictOf(own.shown, other.shown, data);
  if (!relative || !verdict) return null;
  const figure = (value: number): Figure => ({
    value,
    from: [field(own, "target"), field(other, "target")],
    by: "ratio",
  });
  const { ratio, lo, hi } = relative;
  const interval = { ratio: figure(ratio), lo: figure(lo), hi: figure(hi) };
  return { standing, own, other, ratio: interval, word: verdict.word };
}

/** Returns `1.48 times [1.44, 1.52]`. */
export const times = ({ ratio, lo, hi }: Interval): Child => [
  fact(ratio, formatRatio),
  " times ",
  between(lo, hi, formatRatio),
];
