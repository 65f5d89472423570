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
 * @throws RangeError if the whole is 0, or the confidence is not between 0 and 1
 */
export function shareOf(part: LogEstimate, whole: LogEstimate, confidence = 0.95): Share {
  if (whole.mean === 0) throw new RangeError("no share of nothing");
  const share = part.mean / whole.mean;
  const each = spreadsOf(part).flatMap((one) =>
    spreadsOf(whole).map((other) => limits(part.mean, whole.mean, one, other, confidence)),
  );
  const bounded = each.filter((one) => one !== null);
  if (bounded.length < each.length) return { share, lo: null, hi: null };
  return {
    share,
    lo: Math.min(...bounded.map(([lo]) => lo)),
    hi: Math.max(...bounded.map(([, hi]) => hi)),
  };
}

type Spread = Pick<LogEstimate, "variance" | "df">;

/** Returns Fieller's limits; null if they are unbounded. */
function limits(
  part: number,
  whole: number,
  ofPart: Spread,
  ofWhole: Spread,
  confidence: number,
): readonly [lo: number, hi: number] | null {
  if (ofPart.df === 0 || ofWhole.df === 0) return null;
  const share = part / whole;
  const scaled = { variance: share ** 2 * ofWhole.variance, df: ofWhole.df };
  const variance = ofPart.variance + scaled.variance;
  if (variance === 0) return [share, share];
  const df = variance ** 2 / (ofPart.variance ** 2 / ofPart.df + scaled.variance ** 2 / scaled.df);
  const square = studentQuantile((1 + confidence) / 2, df) ** 2;
  // The roots of (part - s * whole)^2 = t^2 (Var(part) + s^2 Var(whole)).
  const a = whole ** 2 - square * ofWhole.variance;
  if (a <= 0) return null;
  const half = part * whole;
  const c = part ** 2 - square * ofPart.variance;
  const root = Math.sqrt(Math.max(0, half ** 2 - a * c));
  return [(half - root) / a, (half + root) / a];
}
