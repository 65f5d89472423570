import { interval } from "@deadheat/stats";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { randomFor } from "@deadheat/measure";
import type { Experiment, Observation } from "../lab/experiment.ts";
import type { Instrument } from "../lab/instrument.ts";

const RUNS = 5000;
const N = 8;
const SD = 0.014;
const SLOWDOWN = 0.03;

/** Tests the statistics on made-up blocks, whose true ratio is known. */
export const simulation: Experiment = {
  name: "simulation",
  expected: "on 5,000 made-up comparisons: 5 % false positives, 3 % slowdowns found",
  threshold: () => "false positives at most 5 % + 3 standard errors; at least 99 % found",
  otherwise: "the intervals are narrower than the data allow",
  seconds: () => 1,
  run: async ({ instrument, seed }) => judgeSimulation(instrument, seed),
};

export function judgeSimulation(
  { estimate }: Pick<Instrument, "estimate">,
  seed: number,
): Observation {
  const random = randomFor(seed, "simulation");
  // Box and Muller, 1958.
  const normal = (): number => {
    const [a, b] = [uniformFloat64(random), uniformFloat64(random)];
    return Math.sqrt(-2 * Math.log(1 - a)) * Math.cos(2 * Math.PI * b);
  };
  const share = (truth: number, declares: (of: { lo: number; hi: number }) => boolean): number => {
    let count = 0;
    for (let run = 0; run < RUNS; run++) {
      const blocks = Array.from({ length: N }, () => truth + SD * normal());
      if (declares(interval(estimate(blocks)))) count++;
    }
    return count / RUNS;
  };
  const falsePositives = share(0, ({ lo, hi }) => lo > 1 || hi < 1);
  const found = share(-Math.log(1 + SLOWDOWN), ({ hi }) => hi < 1);
  const allowed = 0.05 + 3 * Math.sqrt((0.05 * 0.95) / RUNS);
  const percent = (x: number) => `${(100 * x).toFixed(1)} %`;
  return {
    observed: `${percent(falsePositives)} false positives, ${percent(found)} found`,
    pass: falsePositives <= allowed && found >= 0.99,
    figures: { falsePositives, found, runs: RUNS, n: N, sd: SD },
  };
}
