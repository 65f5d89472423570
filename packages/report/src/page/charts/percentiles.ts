/** Where p50, p90, p99 and p99.9 are in a cell's percentiles; the largest is not a percentile. */
export const nines = [
  { label: "50 %", share: 0.5 },
  { label: "90 %", share: 0.9 },
  { label: "99 %", share: 0.99 },
  { label: "99.9 %", share: 0.999 },
] as const;
export const P99 = 2;

/** A share's place on the axis of nines: 90 % is 1, 99 % is 2. */
export function ninesOf(share: number): number {
  return -Math.log10(1 - share);
}
