import * as v from "valibot";
import type { Runtime } from "../manifest.ts";
import type { Warmed } from "../record.ts";

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

/** Found by experiment, for each engine (docs/method.md has the table, `calibrate --only warmup` prints it). */
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

/**
 * Where a load ends, connections close, and code runs that was never warm; what was compiled without it is
 * then thrown away and compiled again, on the CPU that is measured. A load's end belongs to every window,
 * so the warm-up has to have had several (docs/method.md, "The end of a load").
 */
const ANSWERS_OF_A_LOAD = 8_000;
const MOST_LOADS = 5;
const FIRST_LOAD_SECONDS = 0.25;
const SHORTEST_LOAD_SECONDS = 0.05;
const LONGEST_LOAD_SECONDS = 2;

/**
 * Loads a server that is alone on its CPU, in several loads, until it has given so many answers or used up
 * the cap. The length of a load follows from the server's own pace so far.
 *
 * @param load one closed loop of so many seconds: the good answers that it gave, and how long it took
 */
export async function warm(
  load: (seconds: number) => Promise<{ readonly good: number; readonly seconds: number }>,
  answers: number,
  { capSeconds }: Pick<Warmup, "capSeconds">,
): Promise<Warmed> {
  const loads = Math.min(MOST_LOADS, Math.ceil(answers / ANSWERS_OF_A_LOAD));
  const warmed = { answers: 0, seconds: 0 };
  let next = FIRST_LOAD_SECONDS;
  for (let n = 1; n <= loads || warmed.answers < answers; n++) {
    const left = capSeconds - warmed.seconds;
    if (left < SHORTEST_LOAD_SECONDS) break;
    const { good, seconds } = await load(Math.min(next, left));
    warmed.answers += good;
    warmed.seconds += seconds;
    const share = (answers - warmed.answers) / Math.max(1, loads - n);
    const paced = (share * warmed.seconds) / Math.max(1, warmed.answers);
    next = Math.min(LONGEST_LOAD_SECONDS, Math.max(SHORTEST_LOAD_SECONDS, paced));
  }
  return warmed;
}

/** The loads of both servers together, in seconds: these end, too. */
export function togetherLoads({ togetherSeconds }: Pick<Warmup, "togetherSeconds">): number[] {
  return togetherSeconds === 0 ? [] : [togetherSeconds / 2, togetherSeconds / 2];
}

/**
 * Opening and closing a load's connections costs CPU time of a fixed size, which is another one for each server: in
 * a short window up to 2 % of what it did (docs/method.md, "The end of a load"). A short load straight before the
 * window has it too, and is subtracted.
 */
const ENDS_SECONDS = 0.1;

/** How long that load is; never most of the window. */
export function endsSeconds(windowSeconds: number): number {
  return Math.min(ENDS_SECONDS, windowSeconds / 4);
}

/** What a server alone on the CPU of an ordinary machine answers in a second, on average while it warms. */
const USUAL_PACE = 45_000;
/** Spawning and reading the generator of one load, and waiting for its last answers: measured. */
export const LOAD_OVERHEAD_SECONDS = 0.05;

/** What warming one server alone takes, about, before this machine has told. */
export function warmSeconds(answers: number): number {
  const loads = Math.min(MOST_LOADS, Math.ceil(answers / ANSWERS_OF_A_LOAD));
  return answers / USUAL_PACE + loads * LOAD_OVERHEAD_SECONDS;
}
