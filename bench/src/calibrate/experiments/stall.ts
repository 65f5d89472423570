import { measureStall, type StallMeasured } from "../lab/stalling.ts";
import type { Experiment, Observation } from "../lab/experiment.ts";

const fault = { stall: 0.1, period: 1 };
const RATE = 1000;
const SECONDS = 6;
/** Few connections, so that most requests of a stall cannot be sent. With many, the stall shows without correction too. */
const CONNECTIONS = 5;
/** The number of measurements of the figure. The median counts, because a single one may meet another fault. */
const REPEATS = 3;
const MOST_ERROR_SECONDS = 0.005;
const CONTROL_SECONDS = 0.02;

interface Stalls {
  /** The measurement as deadheat makes it. */
  readonly corrected: StallMeasured;
  /** The control that counts from when a request was sent, which hides the stall. */
  readonly uncorrected: StallMeasured;
  /** The control with a server that does not stall. */
  readonly calm: StallMeasured;
}

/** Checks that open-loop latencies count from the scheduled time of a request, so a stall shows in full. */
export const stall: Experiment = {
  name: "stall",
  expected: "a server stops for 100 ms each second: p99 is the value computed from the stall",
  threshold: () =>
    `within ${1000 * MOST_ERROR_SECONDS} ms of D - (1 - p)(1 - rho) T; the controls, without ` +
    `correction and without a stall, below ${1000 * CONTROL_SECONDS} ms`,
  otherwise:
    "the waiting times of requests that could not be sent are missing (coordinated omission)",
  seconds: () => (REPEATS + 2) * (SECONDS + 1.6),
  run: async (lab) => {
    const measure = (what: Parameters<typeof measureStall>[0], on: boolean) =>
      untilUsable(() => {
        lab.note(`stall: ${1000 * what.stall} ms, correction ${on ? "on" : "off"}`);
        const load = { ratePerSecond: RATE, connections: CONNECTIONS, latencyCorrection: on };
        return measureStall(what, { ...load, requests: RATE * SECONDS }, lab);
      });
    const corrected: StallMeasured[] = [];
    for (let i = 0; i < REPEATS; i++) {
      corrected.push(await measure(fault, lab.instrument.latencyCorrection));
    }
    const byError = corrected.toSorted((a, b) => a.p99 - a.expected - (b.p99 - b.expected));
    return judgeStall({
      corrected: byError[REPEATS >> 1] as StallMeasured,
      uncorrected: await measure(fault, false),
      calm: await measure({ stall: 0, period: 1 }, lab.instrument.latencyCorrection),
    });
  },
};

/** Repeats a measurement, at most twice, if the load generator itself was late. */
async function untilUsable(take: () => Promise<StallMeasured>): Promise<StallMeasured> {
  for (let attempt = 1; ; attempt++) {
    const measured = await take();
    if (measured.void === null || attempt === 3) return measured;
  }
}

export function judgeStall({ corrected, uncorrected, calm }: Stalls): Observation {
  const error = corrected.p99 - corrected.expected;
  const milliseconds = (seconds: number) => `${(1000 * seconds).toFixed(1)} ms`;
  const unusable = [corrected, uncorrected, calm].flatMap((one) => one.void ?? []);
  return {
    observed:
      `p99 ${milliseconds(corrected.p99)} where ${milliseconds(corrected.expected)} is true; ` +
      `without correction ${milliseconds(uncorrected.p99)}, without a stall ${milliseconds(calm.p99)}` +
      unusable.map((reason) => `; ${reason}`).join(""),
    pass:
      unusable.length === 0 &&
      Math.abs(error) <= MOST_ERROR_SECONDS &&
      uncorrected.p99 < CONTROL_SECONDS &&
      calm.p99 < CONTROL_SECONDS,
    figures: { error, corrected, uncorrected, calm },
  };
}
