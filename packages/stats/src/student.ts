import { tCdf } from "./t-cdf.ts";

// Above this number of degrees of freedom, t and normal distribution agree to the last digits of a double.
const AS_GOOD_AS_NORMAL = 1e15;

/**
 * Returns P(T <= t) for Student's t distribution. Lower tails keep their relative precision, so use `studentCdf(-t,
 * df)` for an upper tail.
 * @param t any number, infinities included
 * @param df degrees of freedom, > 0; Infinity means the normal distribution
 * @throws RangeError if t is NaN or df is not positive
 */
export function studentCdf(t: number, df: number): number {
  checkDf(df);
  if (Number.isNaN(t)) throw new RangeError("t is NaN: a number is needed");
  return tCdf(t, Math.min(df, AS_GOOD_AS_NORMAL));
}

/**
 * Returns the t with P(T <= t) = p: the inverse of `studentCdf`, found numerically to about 14 digits. (@stdlib has a
 * quantile too, but importing it reads the environment, which Deno rejects without a permission.)
 * @param p a probability; 0 and 1 give -Infinity and Infinity
 * @param df degrees of freedom, > 0; Infinity means the normal distribution
 * @throws RangeError if p is outside 0 to 1 or df is not positive
 */
export function studentQuantile(p: number, df: number): number {
  checkDf(df);
  if (!(p >= 0 && p <= 1)) throw new RangeError(`p is ${p}: it must lie between 0 and 1`);
  if (p === 0.5) return 0;
  if (p === 0) return -Infinity;
  if (p === 1) return Infinity;
  return p < 0.5 ? -knownUpperPoint(p, df) : knownUpperPoint(1 - p, df);
}

// The intervals of a result, and the looks of a gate, mostly have the same few confidences and numbers of rounds.
const known = new Map<string, number>();
const MOST_KNOWN = 100;

function knownUpperPoint(tail: number, df: number): number {
  const key = `${tail} ${df}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= MOST_KNOWN) known.clear();
  const t = upperPoint(tail, df);
  known.set(key, t);
  return t;
}

/**
 * Returns the t > 0 with P(T <= -t) = tail, for 0 < tail < 0.5. Doubling brackets it, then regula falsi in the Illinois
 * variant (Dowell and Jarratt, BIT 11, 1971) finds it with about ten evaluations.
 */
function upperPoint(tail: number, df: number): number {
  const excess = (t: number) => studentCdf(-t, df) / tail - 1;
  let lo = 0;
  let above = 0.5 / tail - 1;
  let hi = 1;
  let below = excess(hi);
  while (below > 0) {
    [lo, above, hi] = [hi, below, hi * 2];
    below = excess(hi);
  }
  let side = 0;
  for (let i = 0; i < 200 && hi - lo > 4 * Number.EPSILON * hi; i++) {
    const between = (lo * below - hi * above) / (below - above);
    const t = between > lo && between < hi ? between : lo + (hi - lo) / 2;
    const value = excess(t);
    if (Math.abs(value) < 4 * Number.EPSILON) return t;
    if (value > 0) {
      [lo, above] = [t, value];
      if (side === 1) below /= 2;
      side = 1;
    } else {
      [hi, below] = [t, value];
      if (side === -1) above /= 2;
      side = -1;
    }
  }
  return hi;
}

function checkDf(df: number): void {
  if (!(df > 0)) throw new RangeError(`df is ${df}: degrees of freedom must be positive`);
}
