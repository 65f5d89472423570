import { estimate, interval, type RatioInterval } from "@deadheat/stats";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";
import { coin } from "../random.ts";
import type { Lab } from "./experiment.ts";
import { startServer, type SoloServer } from "./solo-server.ts";

type Load = Awaited<ReturnType<SoloServer["load"]>>;

/** A target and its reference, both running on the servers' CPU, warm. */
export type RunningPair = readonly [target: SoloServer, reference: SoloServer];

/** `work` with fresh processes of both, warmed together; they are gone when this settles. */
export async function withPair<T>(
  lab: Lab,
  [target, reference]: readonly [string, string],
  random: RandomGenerator,
  work: (pair: RunningPair) => Promise<T>,
): Promise<T> {
  const servers: SoloServer[] = [];
  const start = async (name: string): Promise<SoloServer> => {
    const server = await startServer(lab, name);
    servers.push(server);
    return server;
  };
  try {
    let pair: RunningPair;
    if (coin(random)) {
      pair = [await start(target), await start(reference)];
    } else {
      const second = await start(reference);
      pair = [await start(target), second];
    }
    await together(pair, 2);
    await together(pair, 2);
    return await work(pair);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** Both under load at the same time: ln(efficiency of the target / of the reference). */
export async function together([target, reference]: RunningPair, seconds: number): Promise<number> {
  const [ours, theirs] = await Promise.all([target.load(seconds), reference.load(seconds)]);
  return logRatio(ours, theirs);
}

/** One after the other, in random order: the same of those. */
export async function inTurn(
  [target, reference]: RunningPair,
  seconds: number,
  random: RandomGenerator,
): Promise<number> {
  if (coin(random)) return logRatio(await target.load(seconds), await reference.load(seconds));
  const theirs = await reference.load(seconds);
  return logRatio(await target.load(seconds), theirs);
}

function logRatio(target: Load, reference: Load): number {
  return Math.log(target.good / target.cpu.run / (reference.good / reference.cpu.run));
}

/** Mean ln(efficiency of target / reference) of one pair of processes, measured in two ways. */
export interface TwoWays {
  readonly first: number;
  readonly second: number;
}

/** By how much the ratio differs from one way to the other, first over second, over processes. */
export function shiftOf(processes: readonly TwoWays[]): RatioInterval {
  return interval(estimate(processes.map(({ first, second }) => first - second)));
}

/** Of all processes, as a ratio. */
export function ratioOf(processes: readonly TwoWays[], way: keyof TwoWays): number {
  return Math.exp(mean(processes.map((one) => one[way])));
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
