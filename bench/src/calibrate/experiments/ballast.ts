import { estimate, type RatioInterval } from "@deadheat/stats";
import { coin, withBallast } from "@deadheat/measure";
import { formatInterval, formatRatio } from "@deadheat/report/format";
import type { Experiment, Observation } from "../lab/experiment.ts";
import { isBeyond, measurePairs, together } from "../lab/pair.ts";

/** The fastest servers: two of them leave a part of their CPU idle, for one generator is not enough. */
const PAIRS: readonly (readonly [string, string])[] = [
  ["uwebsockets/node", "node-http/node"],
  ["fetch/deno", "node-http/node"],
  ["hono/deno", "fetch/deno"],
];
const PROCESSES = 4;
const ROUNDS = 4;
const SLICE_SECONDS = 0.7;
/** What docs/findings/idle-time.md states. */
const MOST = 0.1;

/** Is a duet fair to servers that it does not keep busy? The same processes, with and without idle time. */
export const ballast: Experiment = {
  name: "ballast",
  expected: "the ratio of the fastest pairs is the same when a ballast takes their idle time away",
  threshold: () => `no pair differs significantly by more than ${100 * MOST} %`,
  otherwise: "a generator-bound duet shows another ratio than that of busy servers",
  seconds: () => PAIRS.length * PROCESSES * (5 + ROUNDS * 2 * (SLICE_SECONDS + 0.1)),
  run: async (lab) => {
    const pairs = await measurePairs(lab, "ballast", PAIRS, PROCESSES, async (servers, random) => {
      const without: number[] = [];
      const beside: number[] = [];
      const slice = () => together(servers, SLICE_SECONDS);
      for (let round = 0; round < ROUNDS; round++) {
        const besideFirst = coin(random);
        if (besideFirst) beside.push(await withBallast(lab.pinning, 1, slice));
        without.push(await slice());
        if (!besideFirst) beside.push(await withBallast(lab.pinning, 1, slice));
      }
      return { first: estimate(without).mean, second: estimate(beside).mean };
    });
    return judgeBallast(
      pairs.map(({ target, reference, first, second, shift }) => {
        return { target, reference, without: first, beside: second, shift };
      }),
    );
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

/** Pure. */
export function judgeBallast(pairs: readonly PairBeside[]): Observation {
  const shifted = pairs.filter(({ shift }) => isBeyond(MOST, shift));
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
