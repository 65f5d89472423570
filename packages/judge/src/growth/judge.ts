import { estimate, meanInterval, pValue, type LogEstimate } from "@deadheat/stats";
import type { Growth, GrowthSide } from "../documents/growth.ts";
import { acrossLooks, blocksToReach, outcomeAt } from "../rules/gate.ts";
import {
  growthGains,
  late,
  type GrowthOf,
  type GrowthSample,
  type ServerGrowth,
} from "./samples.ts";

/** The bytes a response that are none: two pointers, less than the smallest object. */
const MARGIN = 16;
/**
 * The bytes by which memory may grow over the second half without a leak: a runtime still compiles, and its allocator
 * keeps what it frees. Measured for servers that keep nothing: heaps move by 0.1 MB, resident memory on Bun by 6 MB.
 */
const RESTLESS = { live: 2 ** 18, resident: 2 ** 23 };

/** The rule by which growth is judged. */
export interface GrowthRule {
  readonly level: number;
  /** The limit of its gate, in bytes a response; null if it has none. */
  readonly limit: number | null;
  readonly family: number;
  readonly last: boolean;
}

/**
 * Judges the memory that responses leave behind; null without samples. The unit is the round.
 *
 * Live memory carries the verdict: what heaps hold after a forced collection is known to a few bytes a response, while
 * resident memory moves by megabytes as allocators please. But a heap does not see what native code keeps. So resident
 * memory takes over where it certainly grows and the heap does not.
 */
export function judgeGrowth(samples: readonly GrowthSample[], rule: GrowthRule): Growth | null {
  if (samples.length === 0) return null;
  const live = judgedBy("live", samples, rule);
  const isKnown = samples.every(({ base, new: next }) => base.resident && next.resident);
  if (!isKnown) return live;
  const resident = judgedBy("resident", samples, rule);
  const isOutside = (["base", "new"] as const).some(
    (which) => resident[which].verdict === "grows" && live[which].verdict !== "grows",
  );
  return isOutside ? resident : live;
}

function judgedBy(
  of: "live" | "resident",
  samples: readonly GrowthSample[],
  { level, limit, family, last }: GrowthRule,
): Growth {
  const servers = samples.flatMap(({ base, new: next }) => [base, next]);
  const fewest = Math.max(1, Math.min(...servers.map(({ lateResponses }) => lateResponses)));
  const margin = Math.max(MARGIN, RESTLESS[of] / fewest);
  const gains = growthGains(samples, of);
  const apart = estimate(gains.map((gain) => -gain));
  const { mean, lo, hi } = meanInterval(apart, 1 - level);
  const p = acrossLooks(beyond(apart, margin), level);
  const equivalenceP = acrossLooks(within(apart, margin), level);
  const side = (which: "base" | "new"): GrowthSide => {
    const own = samples.map((sample) => sample[which]);
    return sideOf(own, of, margin, level);
  };
  const responses = (which: "base" | "new") =>
    samples.reduce((sum, sample) => sum + sample[which].responses, 0);
  return {
    of,
    base: side("base"),
    new: side("new"),
    difference: {
      bytes: mean,
      lo,
      hi,
      p,
      equivalenceP,
      verdict: differenceWord({ p, equivalenceP, bytes: mean }),
    },
    margin,
    confidence: 1 - level,
    n: samples.length,
    responses: { base: responses("base"), new: responses("new") },
    gate: gateOf(),
  };

  function gateOf(): Growth["gate"] {
    if (limit === null) return null;
    const outcome = outcomeAt(gains, -limit, last, family) ?? "undecided";
    const moreBlocks =
      outcome === "undecided" ? blocksToReach(estimate(gains), -limit, family) : null;
    return { limit, outcome, confidence: 1 - level, moreBlocks };
  }
}

function sideOf(
  own: readonly ServerGrowth[],
  of: "live" | "resident",
  margin: number,
  level: number,
): GrowthSide {
  const half = (which: keyof GrowthOf) =>
    meanInterval(
      estimate(own.map((one) => (which === "late" ? late(one, of) : (one[of]?.early ?? 0)))),
      1 - level,
    );
  const [first, second] = [half("early"), half("late")];
  const flat = first.lo > margin ? "plateau" : "steady";
  const verdict = second.lo > margin ? "grows" : second.hi < margin ? flat : "undecided";
  const { mean: perResponse, lo, hi } = second;
  return { perResponse, lo, hi, early: first.mean, verdict };
}

/** Returns the word for corrected p values. */
export function differenceWord({
  p,
  equivalenceP,
  bytes,
}: Pick<Growth["difference"], "p" | "equivalenceP" | "bytes">): Growth["difference"]["verdict"] {
  if (p < 0.05) return bytes > 0 ? "more" : "less";
  return equivalenceP < 0.05 ? "same" : "undecided";
}

/** Returns the two-sided p value that the mean is farther from 0 than the margin. */
function beyond(est: LogEstimate, margin: number): number {
  const mean = Math.abs(est.mean) - margin;
  return mean <= 0 ? 1 : pValue({ ...est, mean });
}

/** Returns the p value of two one-sided tests that the mean is nearer to 0 than the margin. */
function within(est: LogEstimate, margin: number): number {
  const mean = margin - Math.abs(est.mean);
  return mean <= 0 ? 1 : pValue({ ...est, mean }) / 2;
}
