/** One load of a pilot. */
export interface Slice {
  readonly good: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** The seconds in which the serving thread ran or waited for a CPU that others used. */
  readonly busySeconds: number;
}

export const costOf = ({ cpuSeconds, good }: Slice) => cpuSeconds / good;
export const rateOf = ({ good, seconds }: Slice) => good / seconds;
export const busyOf = ({ busySeconds, seconds }: Slice) => busySeconds / seconds;

export function sumOf(slices: readonly Slice[]): Slice {
  const sum = (of: (one: Slice) => number) => slices.reduce((all, one) => all + of(one), 0);
  return {
    good: sum((one) => one.good),
    seconds: sum((one) => one.seconds),
    cpuSeconds: sum((one) => one.cpuSeconds),
    busySeconds: sum((one) => one.busySeconds),
  };
}

/**
 * The number of slices that must not be cheaper than those before them. On a restless machine a slow trend hides in the
 * noise of three slices: a Next.js page that fell from 20 to 7 ms counted as warm at 13 ms.
 */
export const STEADY = 3;
const MOST_STEADY = 9;
const NOISE_OF_STEADY = 0.04;
/** The gain that counts as cheaper, and the distance from a cheap slice within which a server is warm, at least. */
const GAIN = 0.02;
const NEAR = 0.05;
/** The noise up to which both distances grow with it. */
const MOST_NOISE = 0.12;

/**
 * Returns the number of slices after which a server was warm, or null if it may still get cheaper. The cheapest slice so
 * far is compared, because a busy machine can only make slices more expensive. If the last three slices were not more than
 * 2 % cheaper than all before, the server was warm at the first slice within 5 % of the second cheapest one (the cheapest
 * one of many is cheap by chance). Slices of a restless machine differ by more: then up to nine slices are compared, and
 * both distances are at least half of its noise.
 */
export function warmAt(slices: readonly Slice[]): number | null {
  const costs = slices.map(costOf);
  const noise = noiseOf(costs);
  const steady = Math.min(MOST_STEADY, Math.ceil(STEADY * Math.max(1, noise / NOISE_OF_STEADY)));
  if (costs.length <= steady) return null;
  const earlier = Math.min(...costs.slice(0, -steady));
  const gain = Math.max(GAIN, noise / 2);
  if (Math.min(...costs.slice(-steady)) < (1 - gain) * earlier) return null;
  const [cheapest = 0, second = cheapest] = costs.toSorted((a, b) => a - b);
  const near = (1 + Math.max(NEAR, noise / 2)) * second;
  return costs.findIndex((cost) => cost <= near) + 1;
}

/** Returns the typical rise from one slice to the next: a warm-up only lowers costs, so every rise is noise. */
export function noiseOf(costs: readonly number[]): number {
  const rises = costs.slice(1).flatMap((cost, i) => {
    const rise = Math.log(cost / (costs[i] ?? cost));
    return rise > 0 ? [rise] : [];
  });
  const typical = rises.toSorted((a, b) => a - b)[Math.floor(rises.length / 2)] ?? 0;
  return Math.min(MOST_NOISE, typical);
}

/**
 * The limits of a spread. Few slices can look calmer than the server is. And a server alone shows the changes of the
 * machine's speed, which cancel in a duet: two servers of one loop spread by 0.8 % within a window of a second.
 */
const [LEAST_SPREAD, MOST_SPREAD] = [0.003, 0.012];

/** Returns the spread of slices by the differences of neighbors, so that a drift of the machine's speed counts little. */
export function spreadOf(slices: readonly Slice[]): number {
  const costs = slices.map((one) => Math.log(costOf(one)));
  const steps = costs.slice(1).map((cost, i) => (cost - (costs[i] ?? cost)) ** 2);
  if (steps.length === 0) return 2 * LEAST_SPREAD;
  const variance = steps.reduce((sum, one) => sum + one, 0) / steps.length / 2;
  const each = slices.reduce((sum, one) => sum + one.cpuSeconds, 0) / slices.length;
  return Math.min(MOST_SPREAD, Math.max(LEAST_SPREAD, Math.sqrt(variance * each)));
}
