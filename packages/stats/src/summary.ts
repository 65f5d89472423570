import { checkFinite } from "./check.ts";

/**
 * Returns the geometric mean of ratios, the only mean for which the choice of reference does not change the order.
 * Source: Fleming and Wallace, Communications of the ACM 29 (1986).
 * @throws RangeError if there is no ratio, or one is not a positive finite number
 */
export function geometricMean(ratios: readonly number[]): number {
  checkFinite(ratios, "ratios");
  let logs = 0;
  for (const [index, ratio] of ratios.entries()) {
    if (ratio <= 0) throw new RangeError(`ratios[${index}] is ${ratio}: ratios are positive`);
    logs += Math.log(ratio);
  }
  return Math.exp(logs / ratios.length);
}

/**
 * Returns the middle value, or the mean of the two middle ones.
 * @throws RangeError if there is no value, or one is not finite
 */
export function median(values: readonly number[]): number {
  checkFinite(values, "values");
  const ascending = values.toSorted((a, b) => a - b);
  const half = ascending.length >> 1;
  const upper = ascending[half]!;
  if (ascending.length % 2 === 1) return upper;
  const lower = ascending[half - 1]!;
  return lower / 2 + upper / 2;
}
