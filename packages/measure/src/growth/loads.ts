import type { Fit } from "@deadheat/journal";

// How long the loads of memory growth are. They follow from the leak that must be seen and from the noise of memory.

/** The loads of each part, with a checkpoint before the first and after each. The second part shows whether growth goes on. */
const [EARLY_LOADS, LATE_LOADS] = [2, 3];
export const GROWTH_LOADS = EARLY_LOADS + LATE_LOADS;
/** The early loads only tell a leak from a plateau. */
const EARLY_SHARE = 0.5;
/**
 * The responses of a late load that show a leak of 1 kB in a heap: three loads leave 0.6 MB, and a heap of which nothing is
 * kept moves by up to 0.25 MB (judge/src/growth/judge.ts).
 */
const FEWEST_RESPONSES = 200;
/** The same outside of a heap, where memory moves by up to 8 MB: three loads leave 18 MB. */
const MOST_RESPONSES = 6000;
/** The time that a load may take to have more responses than a heap needs. */
const USUAL_SECONDS = 1;
const [SHORTEST_SECONDS, LONGEST_SECONDS] = [0.05, 4];

/** The rest after a load, in which its connections close. */
export const CLOSING_SECONDS = 0.1;
/** The time of a checkpoint of a server with a heap of some 10 MB, and to spawn and read a generator. */
const CHECKPOINT_SECONDS = 0.25;
const SPAWN_SECONDS = 0.06;
/** The responses per second of a cheap server while another one has loads too. */
const CHEAP_PER_SECOND = 20_000;
/** The share of a CPU that a server gets, whose other half may be another hyperthread of the same core. */
const BUSY_USE = 0.8;
/** The share that a server uses if it waits for something. Its pilot looks for connections that keep it busy. */
const WAITING_USE = 0.5;

/**
 * Returns the seconds of a load.
 * @param n the number of the load, from 1
 * @param perSecond the responses per second so far
 */
export function secondsOfLoad(n: number, perSecond: number): number {
  const share = n <= EARLY_LOADS ? EARLY_SHARE : 1;
  const rate = Math.max(perSecond, 1e-3);
  const needed = Math.max(USUAL_SECONDS, FEWEST_RESPONSES / rate);
  const seconds = Math.min(needed, MOST_RESPONSES / rate, LONGEST_SECONDS);
  return Math.max(SHORTEST_SECONDS, share * seconds);
}

/** The responses of the late loads of the server that gives fewer, and the approximate seconds that a round takes longer. */
export interface GrowthPlan {
  readonly lateResponses: number;
  readonly seconds: number;
}

/** @param fit the fit of the scenario; null if its requests are cheap */
export function planGrowth(fit: Pick<Fit, "perResponse" | "waits"> | null): GrowthPlan {
  const rates =
    fit === null
      ? [CHEAP_PER_SECOND]
      : [fit.perResponse.base, fit.perResponse.new].map((cpuSeconds) =>
          Math.min(CHEAP_PER_SECOND, (fit.waits ? WAITING_USE : BUSY_USE) / cpuSeconds),
        );
  const plans = rates.map((rate) => {
    const lengths = Array.from({ length: GROWTH_LOADS }, (_, i) => secondsOfLoad(i + 1, rate));
    const late = sum(lengths.slice(EARLY_LOADS));
    return { lateResponses: Math.round(late * rate), seconds: sum(lengths) };
  });
  return {
    lateResponses: Math.min(...plans.map((one) => one.lateResponses)),
    seconds:
      Math.max(...plans.map((one) => one.seconds)) +
      GROWTH_LOADS * SPAWN_SECONDS +
      (GROWTH_LOADS + 1) * (CLOSING_SECONDS + CHECKPOINT_SECONDS),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
