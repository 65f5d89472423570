import assert from "node:assert/strict";
import process from "node:process";
import * as fc from "fast-check";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { difference, interval, pValue, sum, type LogEstimate } from "../src/index.ts";

/** A fixed seed makes a failing property fail again next time. */
fc.configureGlobal({ seed: 20261104 });

/** Log ratios of rounds from ln 0.01 to ln 100, in steps of a millionth (exp of much less is 1 in doubles). */
export const logRatio = fc
  .integer({ min: -4_600_000, max: 4_600_000 })
  .map((millionths) => millionths / 1e6);

export function close(actual: number, expected: number, relative = 1e-12, message?: string): void {
  const allowed = relative * Math.max(Math.abs(actual), Math.abs(expected));
  if (actual === expected || Math.abs(actual - expected) <= allowed) return;
  assert.fail(
    `${message === undefined ? "" : `${message}: `}${actual} is not close to ${expected}`,
  );
}

/** Returns a source of normally distributed log ratios: rounds(n, mean, sd). */
export function roundsFrom(seed: number): (n: number, mean: number, sd: number) => number[] {
  const source = xoroshiro128plus(seed);
  const normal = normalFrom(source);
  return (n, mean, sd) => Array.from({ length: n }, () => mean + sd * normal());
}

/** A server whose processes start in one of two modes: a share `rarer` of them are slower by `gap` on the log scale. */
export interface Mixture {
  readonly rarer: number;
  readonly gap: number;
}

/** The servers with two modes that were seen (docs/method.md), with the spread of rounds within a mode. */
export const mixtures: readonly Mixture[] = [
  { rarer: 0.1, gap: 0.2 },
  { rarer: 0.25, gap: 0.16 },
  { rarer: 0.5, gap: 0.16 },
];

export const mixtureWords = ({ rarer, gap }: Mixture) =>
  `${100 * rarer} % of the processes slower by ${gap}`;

const WITHIN = 0.01;

/** Returns a source of log ratios of a server with two modes: draws(n, mixture), whose true mean is 0. */
export function kindsFrom(seed: number): (n: number, mixture: Mixture) => number[] {
  const source = xoroshiro128plus(seed);
  const normal = normalFrom(source);
  return (n, { rarer, gap }) =>
    Array.from({ length: n }, () => {
      const slower = uniformFloat64(source) < rarer;
      return rarer * gap - (slower ? gap : 0) + WITHIN * normal();
    });
}

/** Returns whether a sample has rounds of both modes. */
export function sawBoth(sample: readonly number[], { gap }: Mixture): boolean {
  return Math.max(...sample) - Math.min(...sample) > gap / 2;
}

function normalFrom(source: ReturnType<typeof xoroshiro128plus>): () => number {
  return () => {
    const radius = Math.sqrt(-2 * Math.log(1 - uniformFloat64(source)));
    return radius * Math.cos(2 * Math.PI * uniformFloat64(source));
  };
}

/**
 * Returns how often a simulation is repeated: `few` times in `pnpm test`, and SIMULATIONS times as often in
 * `pnpm test:faults`. The seeds are fixed, so nothing fails by chance: the number only decides how small an error of the
 * rules is seen. A share of 5 % where 2.5 % are promised is beyond three standard errors from 1,000 repetitions on (2.5 % + 1.5 %
 * against 5 % ± 0.7 %), and each rule is tested in many settings.
 */
export const repeated = (few: number): number => few * Number(process.env.SIMULATIONS ?? 1);

/** Returns the share of runs in which something happened. */
export function share(runs: number, happens: () => boolean): number {
  let count = 0;
  for (let run = 0; run < runs; run++) if (happens()) count++;
  return count / runs;
}

/**
 * Returns the p value of every pair of cells. The cells from the index `behind` on lie behind the bridge, which all pairs
 * across share. Within a runtime the bridge cancels and is left out.
 */
export function pairwise(
  cells: readonly LogEstimate[],
  behind: number,
  bridge: LogEstimate,
): number[] {
  return cells.flatMap((a, i) =>
    cells.slice(i + 1).map((b, k) => {
      const across = i < behind && i + 1 + k >= behind;
      return pValue(across ? difference(a, sum(b, bridge)) : difference(a, b));
    }),
  );
}

/** Returns whether the interval of an estimate contains a true log ratio. */
export function covers(est: LogEstimate, truth = 0): boolean {
  const { lo, hi } = interval(est);
  return lo <= Math.exp(truth) && Math.exp(truth) <= hi;
}

/** Returns three standard errors of a share whose true value is `p`. */
export function threeErrors(p: number, runs: number): number {
  return 3 * Math.sqrt((p * (1 - p)) / runs);
}
