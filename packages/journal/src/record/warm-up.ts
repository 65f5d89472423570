import * as v from "valibot";
import type { Runtime } from "../runtimes.ts";

/**
 * What warms a server before it is measured: work, not time. A JIT compiler counts calls, so that on a core
 * at a quarter of its speed the same seconds leave a server a quarter as warm, and the ratio of two unlike
 * ones is then the machine's, not theirs (docs/method.md, "Warm-up").
 */
export const warmupSchema = v.object({
  /** Answers that a server gives alone on its CPU; the two of a duet each give the larger number. */
  answers: v.object({ node: v.number(), bun: v.number(), deno: v.number() }),
  /** Of a duet: both at once, before the window. */
  togetherSeconds: v.number(),
  /** A server that has not given its answers by then is measured cold. */
  capSeconds: v.number(),
});

export type Warmup = v.InferOutput<typeof warmupSchema>;

/** Found by experiment, for each engine (docs/findings/warm-up.md has the table, `calibrate --only warmup` prints it). */
const ANSWERS: Warmup["answers"] = { node: 40_000, bun: 80_000, deno: 40_000 };

const TOGETHER_SECONDS = 2;

const CAP_SECONDS = 60;

export const defaultWarmup: Warmup = {
  answers: ANSWERS,
  togetherSeconds: TOGETHER_SECONDS,
  capSeconds: CAP_SECONDS,
};

/** A warm-up that was asked for, of so many answers on every runtime; a shorter one is shorter together, too. */
export function warmupOf(answers: number): Warmup {
  return {
    answers: { node: answers, bun: answers, deno: answers },
    togetherSeconds: Math.min(TOGETHER_SECONDS, answers / 20_000),
    capSeconds: CAP_SECONDS,
  };
}

/** Runtimes on which fewer answers warm than are known to be enough. */
export function tooShort({ answers }: Warmup): Runtime[] {
  return (Object.keys(ANSWERS) as Runtime[]).filter((name) => answers[name] < ANSWERS[name]);
}

/** How many answers warm each server of a group that is compared. */
export function answersFor({ answers }: Warmup, runtimes: readonly Runtime[]): number {
  return Math.max(...runtimes.map((runtime) => answers[runtime]));
}

/** What one server had answered, and in how many seconds under load, when its warm-up alone ended. */
export const warmedSchema = v.object({ answers: v.number(), seconds: v.number() });
export type Warmed = v.InferOutput<typeof warmedSchema>;

/** The same of the two servers of a pair. */
export const warmedPairSchema = v.object({
  /** How many answers each server was to give. */
  answers: v.number(),
  /** What it gave, alone; fewer: the cap in seconds was reached, and the block is cold. */
  target: warmedSchema,
  reference: warmedSchema,
});
