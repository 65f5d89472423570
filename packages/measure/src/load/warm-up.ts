import type { Warmed, Warmup } from "@deadheat/journal";

/**
 * Where a load ends, connections close, and code runs that was never warm; what was compiled without it is
 * then thrown away and compiled again, on the CPU that is measured. A load's end belongs to every window,
 * so the warm-up has to have had several (docs/findings/end-of-a-load.md).
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
  const loads = loadsOf(answers);
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

/** In how many loads a server gives so many answers, at least. */
export function loadsOf(answers: number): number {
  return Math.min(MOST_LOADS, Math.ceil(answers / ANSWERS_OF_A_LOAD));
}

/** The loads of both servers together, in seconds: these end, too. */
export function togetherLoads({ togetherSeconds }: Pick<Warmup, "togetherSeconds">): number[] {
  return togetherSeconds === 0 ? [] : [togetherSeconds / 2, togetherSeconds / 2];
}

/**
 * Opening and closing a load's connections costs CPU time of a fixed size, which is another one for each server: in
 * a short window up to 2 % of what it did (docs/findings/end-of-a-load.md). A short load straight before the
 * window has it too, and is subtracted.
 */
const ENDS_SECONDS = 0.1;

/** How long that load is; never most of the window. */
export function endsSeconds(windowSeconds: number): number {
  return Math.min(ENDS_SECONDS, windowSeconds / 4);
}
