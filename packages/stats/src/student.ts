import cdf from "@stdlib/stats-base-dists-t-cdf";

// From here on the t and the normal distribution agree to the last digits of a double.
const AS_GOOD_AS_NORMAL = 1e15;

/**
 * P(T <= t) for Student's t distribution. Lower tails keep their relative precision, so for an
 * upper tail ask for `studentCdf(-t, df)`.
 *
 * @param t any number, infinities included
 * @param df degrees of freedom, > 0; Infinity means the normal distribution
 * @throws RangeError if t is NaN or df is not positive
 */
export function studentCdf(t: number, df: number): number {
  checkDf(df);
  if (Number.isNaN(t)) throw new RangeError("t is NaN: a number is needed");
  return cdf(t, Math.min(df, AS_GOOD_AS_NORMAL));
}

/**
 * The t with P(T <= t) = p: the inverse of `studentCdf`, found by bisecting it down to adjacent
 * doubles. (@stdlib has a quantile as well, but importing that one reads the environment, which
 * Deno refuses without a permission.)
 *
 * @param p a probability, 0 and 1 included (they give -Infinity and Infinity)
 * @param df degrees of freedom, > 0; Infinity means the normal distribution
 * @throws RangeError if p is outside 0 to 1 or df is not positive
 */
export function studentQuantile(p: number, df: number): number {
  checkDf(df);
  if (!(p >= 0 && p <= 1)) throw new RangeError(`p is ${p}: it must lie between 0 and 1`);
  if (p === 0.5) return 0;
  if (p === 0) return -Infinity;
  if (p === 1) return Infinity;
  return p < 0.5 ? -upperPoint(p, df) : upperPoint(1 - p, df);
}

/** The t > 0 with P(T <= -t) = tail, for 0 < tail < 0.5. */
function upperPoint(tail: number, df: number): number {
  let hi = 1;
  while (studentCdf(-hi, df) > tail) hi *= 2;
  let lo = hi === 1 ? 0 : hi / 2;
  for (;;) {
    const mid = lo + (hi - lo) / 2;
    if (mid <= lo || mid >= hi) return hi;
    if (studentCdf(-mid, df) > tail) lo = mid;
    else hi = mid;
  }
}

function checkDf(df: number): void {
  if (!(df > 0)) throw new RangeError(`df is ${df}: degrees of freedom must be positive`);
}
