import { estimate, pValue, withUsualVariance, type LogEstimate } from "@deadheat/stats";
import type { Growth, GrowthSide } from "../documents/growth.ts";
import type { MetricRule } from "../verdict/metric.ts";
import { acrossLooks, gateOutcome, roundsToDecideGate } from "../rules/gate.ts";
import { boundedBytes } from "../rules/precision.ts";
import {
  growthGains,
  type GrowthOf,
  type GrowthSample,
  type Memory,
  type ServerGrowth,
  type Slopes,
} from "./samples.ts";

/** The bytes a response that are none: two pointers, less than the smallest object. */
const MARGIN = 16;
/**
 * The bytes by which memory may grow over the second half without a leak: a runtime still compiles, and its allocator
 * keeps what it frees. Measured for servers that keep nothing: heaps move by 0.1 MB, resident memory on Bun by 6 MB.
 */
const RESTLESS = { live: 2 ** 18, resident: 2 ** 23 };

/**
 * Returns the estimate of the bytes that a response leaves behind. Rounds of servers without a leak spread by less than the
 * margin; that spread counts as much as three rounds of the same servers.
 */
function bytesOf(values: readonly number[], margin: number): LogEstimate {
  return withUsualVariance(estimate(values), { variance: (margin / 2) ** 2, df: 2 });
}

/** The rule of a judgement. The limit is in bytes a response. */
type GrowthRule = Pick<MetricRule, "level" | "limit" | "family" | "last">;

/**
 * Judges the memory that responses leave behind; null without samples. The unit is the round.
 *
 * Live memory carries the verdict: what heaps hold after a forced collection is known to a few bytes a response, while
 * resident memory moves by megabytes as allocators please. But a heap does not see what native code keeps. So resident
 * memory takes over where it certainly grows and the heap does not.
 *
 * A growing table doubles now and then, which makes the slope of a round a matter of chance: a leaking Set of listeners
 * leaves 98 bytes a request in one load and 426 in the next. The median over the loads is precise there, but blind to growth
 * in jumps alone. So either shows growth, and both must show that there is none.
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

/** Returns the bytes a response that are noise, by the responses of the second half. */
export function growthMargin(of: Memory, lateResponses: number): number {
  return Math.max(MARGIN, RESTLESS[of] / lateResponses);
}

function judgedBy(of: Memory, samples: readonly GrowthSample[], rule: GrowthRule): Growth {
  const { level } = rule;
  const servers = samples.flatMap(({ base, new: next }) => [base, next]);
  const fewest = Math.max(1, Math.min(...servers.map(({ lateResponses }) => lateResponses)));
  const margin = growthMargin(of, fewest);
  const side = (which: "base" | "new") => {
    const own = samples.map((sample) => sample[which]);
    return sideOf(own, of, margin, level);
  };
  const [base, next] = [side("base"), side("new")];
  const by = base.by === "typical" || next.by === "typical" ? "typical" : "whole";
  const apartBy = (slopes: keyof Slopes) =>
    bytesOf(
      growthGains(samples, of, slopes).map((gain) => -gain),
      margin,
    );
  const apart = apartBy(by);
  const { mean, lo, hi } = boundedBytes(apart, 1 - level);
  const p = acrossLooks(beyond(apart, margin), level);
  // Equal in both ways, or not proven to be equal.
  const ties = [within(apartBy("whole"), margin), within(apartBy("typical"), margin)];
  const equivalenceP = acrossLooks(Math.max(...ties), level);
  const responses = (which: "base" | "new") =>
    samples.reduce((sum, sample) => sum + sample[which].responses, 0);
  return {
    of,
    base: base.side,
    new: next.side,
    difference: {
      bytes: mean,
      lo,
      hi,
      p,
      equivalenceP,
      verdict: differenceVerdict({ p, equivalenceP, bytes: mean }),
    },
    margin,
    confidence: 1 - level,
    n: samples.length,
    responses: { base: responses("base"), new: responses("new") },
    gate: gateOf(samples, of, rule),
  };
}

/** Judges the gate by both slopes: either may fail it, and it passes only if both do. */
function gateOf(
  samples: readonly GrowthSample[],
  of: Memory,
  { level, limit, family, last }: GrowthRule,
): Growth["gate"] {
  if (limit === null) return null;
  const both = (["whole", "typical"] as const).map((by) => {
    const gains = growthGains(samples, of, by);
    const outcome = gateOutcome(gains, -limit, last, 2 * family) ?? "undecided";
    return { gains, outcome };
  });
  const outcomes = new Set(both.map((one) => one.outcome));
  const worst = (["failed", "undecided"] as const).find((one) => outcomes.has(one));
  const open = worst === "undecided" && both.find((one) => one.outcome === worst);
  const moreRounds = open ? roundsToDecideGate(estimate(open.gains), -limit, 2 * family) : null;
  return { limit, outcome: worst ?? "passed", confidence: 1 - level, moreRounds };
}

/** Returns the verdict on one server, with the slope that shows it best. */
function sideOf(
  own: readonly ServerGrowth[],
  of: Memory,
  margin: number,
  level: number,
): { readonly side: GrowthSide; readonly by: keyof Slopes } {
  const half = (which: keyof GrowthOf, by: keyof Slopes) =>
    boundedBytes(
      bytesOf(
        own.map((one) => one[of]?.[which][by] ?? 0),
        margin,
      ),
      1 - level,
    );
  const late = { typical: half("late", "typical"), whole: half("late", "whole") };
  const early = { typical: half("early", "typical"), whole: half("early", "whole") };
  const grew = early.typical.lo > margin || early.whole.lo > margin;
  const grows = (["typical", "whole"] as const).find((by) => late[by].lo > margin);
  const isFlat = late.typical.hi < margin && late.whole.hi < margin;
  const flat = grew ? "plateau" : "steady";
  const by = grows ?? "whole";
  const { mean: perResponse, lo, hi } = late[by];
  const verdict = grows !== undefined ? "grows" : isFlat ? flat : "undecided";
  return { side: { perResponse, lo, hi, early: early[by].mean, verdict }, by };
}

export function differenceVerdict({
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
