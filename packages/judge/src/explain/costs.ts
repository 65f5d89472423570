import { estimate, meanInterval, type LogEstimate } from "@deadheat/stats";
import type { Cost } from "../documents/explained.ts";
import type { Row, Which } from "./samples.ts";

/** Seconds per request: a value per round and server. */
export type Values = Readonly<Record<Which, readonly number[]>>;

export function differenceOf(values: Values): LogEstimate {
  return estimate(values.new.map((value, i) => value - (values.base[i] ?? 0)));
}

/** @param est the mean difference with the variance that its interval has */
export function costOf(values: Values, est: LogEstimate = differenceOf(values)): Cost {
  const { mean: difference, lo, hi } = meanInterval(est);
  const finite = (value: number) => (Number.isFinite(value) ? value : null);
  return {
    base: mean(values.base),
    new: mean(values.new),
    difference,
    lo: finite(lo),
    hi: finite(hi),
  };
}

/** Returns the sum of the rows' own times. @param n the number of rounds */
export function summed(rows: readonly Row[], n: number): Values {
  const of = (which: Which) =>
    Array.from({ length: n }, (_, i) =>
      rows.reduce((sum, row) => sum + (row.self[which][i] ?? 0), 0),
    );
  return { base: of("base"), new: of("new") };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Reports whether the 95 % interval of a difference excludes 0. */
export function isProven({ lo, hi }: Pick<Cost, "lo" | "hi">): boolean {
  return lo !== null && hi !== null && lo * hi > 0;
}
