/**
 * Returns P(F >= f) for Fisher's distribution of the ratio of two variances: the regularized incomplete beta function
 * of df2 / (df2 + df1 f).
 *
 * Source: NIST Handbook of Mathematical Functions (2010), 8.17.22, evaluated as in Lentz, Applied Optics 15 (1976).
 *
 * @param f at least 0
 * @throws RangeError if f is negative or NaN, or degrees of freedom are not positive and finite
 */
export function fTail(f: number, df1: number, df2: number): number {
  if (!(f >= 0)) throw new RangeError(`f is ${f}: at least 0 is needed`);
  for (const df of [df1, df2]) {
    if (!(df > 0 && df < Infinity)) throw new RangeError(`df is ${df}: it must be positive`);
  }
  const x = df2 / (df2 + df1 * f);
  const [a, b] = [df2 / 2, df1 / 2];
  // The continued fraction converges quickly in only one of the two tails.
  return x < (a + 1) / (a + b + 2) ? beta(x, a, b) : 1 - beta(1 - x, b, a);
}

/** Returns the regularized incomplete beta function, for x not far above a / (a + b). */
function beta(x: number, a: number, b: number): number {
  if (x === 0) return 0;
  const log = logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x);
  return (Math.exp(log) / a) * continuedFraction(x, a, b);
}

const MOST_TERMS = 10_000;

function continuedFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / (1 - ((a + b) * x) / (a + 1));
  let value = d;
  const next = (term: number): number => {
    d = 1 / (1 + term * d);
    c = 1 + term / c;
    value *= c * d;
    return c * d;
  };
  for (let m = 1; m < MOST_TERMS; m++) {
    const at = a + 2 * m;
    next((m * (b - m) * x) / ((at - 1) * at));
    const change = next((-(a + m) * (a + b + m) * x) / (at * (at + 1)));
    if (Math.abs(change - 1) < Number.EPSILON) break;
  }
  return value;
}

/** Returns ln(gamma(z)) by Stirling's series (the same handbook, 5.11.1), from 20 on as exact as a double. */
function logGamma(z: number): number {
  let shift = 0;
  let at = z;
  for (; at < 20; at++) shift += Math.log(at);
  const inverse = 1 / at ** 2;
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / at;
  return (at - 0.5) * Math.log(at) - at + Math.log(2 * Math.PI) / 2 + series - shift;
}
