import type { RatioInterval } from "@deadheat/stats";
import { coin, randomFor } from "../random.ts";
import { formatInterval, formatRatio } from "../report/format.ts";
import type { Experiment, Lab, Observation } from "./experiment.ts";
import { startBallast } from "./neighbour.ts";
import { mean, ratioOf, shiftOf, together, withPair, type TwoWays } from "./pair.ts";

/** The fastest servers: two of them leave a part of their CPU idle, for one generator is not enough. */
const PAIRS: readonly (readonly [string, string])[] = [
  ["uwebsockets/node", "node-http/node"],
  ["fetch/deno", "node-http/node"],
  ["hono/deno", "fetch/deno"],
];
const PROCESSES = 4;
const ROUNDS = 4;
const SLICE_SECONDS = 0.7;
/** What docs/method.md states. */
const MOST = 0.1;

/** Is a duet fair to servers that it does not keep busy? The same processes, with and without idle time. */
export const ballast: Experiment = {
  name: "ballast",
  expected: "the ratio of the fastest pairs is the same when a ballast takes their idle time away",
  threshold: () => `no pair differs significantly by more than ${100 * MOST} %`,
  otherwise: "a generator-bound duet shows another ratio than that of busy servers",
  seconds: () => PAIRS.length * PROCESSES * (5 + ROUNDS * 2 * (SLICE_SECONDS + 0.1)),
  run: async (lab) => {
    const pairs: PairBeside[] = [];
    for (const [target, reference] of PAIRS) {
      const processes: TwoWays[] = [];
      for (let n = 1; n <= PROCESSES; n++) {
        lab.note(`ballast: ${target} and ${reference}, processes ${n} of ${PROCESSES}`);
        processes.push(await measureBeside(lab, target, reference, n));
      }
      pairs.push({
        target,
        reference,
        without: ratioOf(processes, "first"),
        beside: ratioOf(processes, "second"),
        shift: shiftOf(processes),
      });
    }
    return judgeBallast(pairs);
  },
};

export interface PairBeside {
  readonly target: string;
  readonly reference: string;
  readonly without: number;
  readonly beside: number;
  /** Without over beside, with its 95 % interval over pairs of processes. */
  readonly shift: Pick<RatioInterval, "ratio" | "lo" | "hi">;
}

async function measureBeside(
  lab: Lab,
  target: string,
  reference: string,
  n: number,
): Promise<TwoWays> {
  const random = randomFor(lab.seed, "ballast", target, reference, n);
  return withPair(lab, [target, reference], random, async (pair) => {
    const without: number[] = [];
    const beside: number[] = [];
    const withBallast = async (): Promise<void> => {
      const spinning = startBallast(lab.pinning);
      try {
        beside.push(await together(pair, SLICE_SECONDS));
      } finally {
        await spinning.stop();
      }
    };
    for (let round = 0; round < ROUNDS; round++) {
      const first = coin(random);
      if (first) await withBallast();
      without.push(await together(pair, SLICE_SECONDS));
      if (!first) await withBallast();
    }
    return { first: mean(without), second: mean(beside) };
  });
}

/** Pure. */
export function judgeBallast(pairs: readonly PairBeside[]): Observation {
  const shifted = pairs.filter(({ shift: { lo, hi } }) => lo > 1 + MOST || hi < 1 - MOST);
  return {
    observed: pairs
      .map(
        ({ target, reference, without, beside, shift }) =>
          `${target} to ${reference} ${formatRatio(without)} in duets, ${formatRatio(beside)} beside a ` +
          `ballast: ${formatRatio(shift.ratio)} ${formatInterval(shift)}`,
      )
      .join("; "),
    pass: shifted.length === 0,
    figures: { pairs, shifted: shifted.map(({ target, reference }) => [target, reference]) },
  };
}
