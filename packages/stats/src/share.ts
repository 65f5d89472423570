import type { LogEstimate } from "./estimate.ts";
import { spreadsOf } from "./estimate.ts";
import { studentQuantile } from "./student.ts";

/** A share of a difference with its 95 % limits; a limit is null if the difference is too uncertain to bound the share. */
export interface Share {
  readonly share: number;
  readonly lo: number | null;
  readonly hi: number | null;
}

/**
 * Returns the time that a server takes more than another one, in units of the time of a third one, from the log ratio of both.
 * Such times add up, as those of functions and packages do, and logarithms of ratios do not.
 * @param level ln of the first server's time over the unit
 */
export function moreTime(ratio: LogEstimate, level = 0): LogEstimate {
  const [own, other] = [Math.exp(level), Math.exp(level - ratio.mean)];
  const { constant, slack } = ratio;
  return {
    ...ratio,
    mean: own - other,
    variance: other ** 2 * ratio.variance,
    ...(constant !== undefined && { constant: other ** 2 * constant }),
    ...(slack !== undefined && { slack: other * slack }),
  };
}

/**
 * Returns a part as a share of a whole, with Fieller's interval: all shares s for which `part - s * whole` may be 0. Both were
 * measured in separate rounds, so their errors are independent. Unlike the delta method it does not
 * get too narrow if the whole has few rounds. The degrees of freedom are Welch's for that difference.
 * @throws RangeError if the whole is 0
 */
export function shareOf(part: LogEstimate, whole: LogEstimate): Share {
  const share = shareIn(part.mean, whole.mean);
  const limits = widest(part, whole, (own, all) => {
    const square = squareFor(own, { ...all, variance: share ** 2 * all.variance });
    if (square === null) return [share, share];
    // The roots of (part - s * whole)^2 = t^2 (Var(part) + s^2 Var(whole)).
    return rootsOf(
      whole.mean ** 2 - square * all.variance,
      part.mean * whole.mean,
      part.mean ** 2 - square * own.variance,
    );
  });
  return { share, ...limits };
}

/**
 * Returns a part as a share of itself and the rest, each measured in separate rounds, with Fieller's interval: all shares s for
 * which `(1 - s) * part - s * rest` may be 0. A part that is all or nothing depends little on how well the whole is known.
 * @throws RangeError if both together are 0
 */
export function shareBeside(part: LogEstimate, rest: LogEstimate): Share {
  const whole = part.mean + rest.mean;
  const share = shareIn(part.mean, whole);
  const limits = widest(part, rest, (own, other) => {
    const square = squareFor(
      { ...own, variance: (1 - share) ** 2 * own.variance },
      { ...other, variance: share ** 2 * other.variance },
    );
    if (square === null) return [share, share];
    // The roots of (part - s * whole)^2 = t^2 ((1 - s)^2 Var(part) + s^2 Var(rest)).
    return rootsOf(
      whole ** 2 - square * (own.variance + other.variance),
      part.mean * whole - square * own.variance,
      part.mean ** 2 - square * own.variance,
    );
  });
  return { share, ...limits };
}

/**
 * Returns a share of a share, both measured in separate rounds. The limits are those of Zou and Donner (Construction of
 * confidence limits about effect measures, Statistics in Medicine 27, 2008), with the errors of a product.
 */
export function shareWithin(outer: Share, inner: Share): Share {
  const share = outer.share * inner.share;
  if (outer.lo === null || outer.hi === null || inner.lo === null || inner.hi === null) {
    return { share, lo: null, hi: null };
  }
  const error = (own: number, other: number) => Math.hypot(own * inner.share, other * outer.share);
  const below = error(outer.share - outer.lo, inner.share - inner.lo);
  const above = error(outer.hi - outer.share, inner.hi - inner.share);
  return { share, lo: share - below, hi: share + above };
}

/** Returns whether something surely makes a part of a difference: an interval that has 0 in it proves nothing. */
export function isShareProven({ lo }: Pick<Share, "lo">): boolean {
  return lo !== null && lo > 0;
}

function shareIn(part: number, whole: number): number {
  if (whole === 0) throw new RangeError("no share of nothing");
  return part / whole;
}

type Spread = Pick<LogEstimate, "variance" | "df">;
type Limits = readonly [lo: number, hi: number];

/** Returns the widest limits of all that two estimates must be tested with; null if any are unbounded. */
function widest(
  one: LogEstimate,
  other: LogEstimate,
  limitsOf: (one: Spread, other: Spread) => Limits | null,
): Omit<Share, "share"> {
  const each = spreadsOf(one).flatMap((own) =>
    spreadsOf(other).map((beside) =>
      own.df === 0 || beside.df === 0 ? null : limitsOf(own, beside),
    ),
  );
  const bounded = each.filter((limits) => limits !== null);
  if (bounded.length < each.length) return { lo: null, hi: null };
  return {
    lo: Math.min(...bounded.map(([lo]) => lo)),
    hi: Math.max(...bounded.map(([, hi]) => hi)),
  };
}

const CONFIDENCE = 0.95;

/** Returns the square of Student's t for the sum of two errors, with Welch's degrees of freedom; null if both are exact. */
function squareFor(one: Spread, other: Spread): number | null {
  const variance = one.variance + other.variance;
  if (variance === 0) return null;
  const df = variance ** 2 / (one.variance ** 2 / one.df + other.variance ** 2 / other.df);
  return studentQuantile((1 + CONFIDENCE) / 2, df) ** 2;
}

/** Returns the roots of a s^2 - 2 half s + c; null if the interval between them is unbounded. */
function rootsOf(a: number, half: number, c: number): Limits | null {
  if (a <= 0) return null;
  const root = Math.sqrt(Math.max(0, half ** 2 - a * c));
  return [(half - root) / a, (half + root) / a];
}
