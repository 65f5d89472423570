import { estimate, interval, type RatioInterval } from "@deadheat/stats";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";
import { inOrder, type Pair, togetherLoads, warm, coin, randomFor } from "@deadheat/measure";
import { answersFor, runtimesOf } from "@deadheat/journal";
import type { Lab } from "./experiment.ts";
import { startServer, type Measured, type SoloServer } from "./solo-server.ts";

/** Mean ln(efficiency of target / reference) of one pair of processes, measured in two ways. */
export interface TwoWays {
  readonly first: number;
  readonly second: number;
}

/** A pair of servers, measured in two ways in several pairs of processes. */
export interface PairTwoWays {
  readonly target: string;
  readonly reference: string;
  /** The ratio by each way. */
  readonly first: number;
  readonly second: number;
  /** First over second, with its 95 % interval over pairs of processes. */
  readonly shift: RatioInterval;
}

/** Each pair of targets in `processes` pairs of fresh processes, which are warm. */
export async function measurePairs(
  lab: Lab,
  experiment: string,
  pairs: readonly (readonly [target: string, reference: string])[],
  processes: number,
  measure: (servers: Pair<SoloServer>, random: RandomGenerator) => Promise<TwoWays>,
): Promise<PairTwoWays[]> {
  const measured: PairTwoWays[] = [];
  for (const [target, reference] of pairs) {
    const ways: TwoWays[] = [];
    for (let n = 1; n <= processes; n++) {
      lab.note(`${experiment}: ${target} and ${reference}, processes ${n} of ${processes}`);
      const random = randomFor(lab.seed, experiment, target, reference, n);
      ways.push(
        await withPair(lab, { target, reference }, random, async (servers) => {
          await warmPair(lab, servers, random);
          return measure(servers, random);
        }),
      );
    }
    const ratio = (way: keyof TwoWays) => Math.exp(estimate(ways.map((one) => one[way])).mean);
    measured.push({
      target,
      reference,
      first: ratio("first"),
      second: ratio("second"),
      shift: interval(estimate(ways.map(({ first, second }) => first - second))),
    });
  }
  return measured;
}

/** `work` with fresh processes of both, cold ones; they are gone when this settles. */
export async function withPair<T>(
  lab: Lab,
  names: Pair<string>,
  random: RandomGenerator,
  work: (servers: Pair<SoloServer>) => Promise<T>,
  scenario = "text",
): Promise<T> {
  const started: SoloServer[] = [];
  try {
    const servers = await inOrder(!coin(random), names, async (name) => {
      const server = await startServer(lab, name, "duet", scenario);
      started.push(server);
      return server;
    });
    return await work(servers);
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
}

/** As the two servers of a block are. */
export async function warmPair(
  { load: { warmup } }: Lab,
  servers: Pair<SoloServer>,
  random: RandomGenerator,
): Promise<void> {
  const { target, reference } = servers;
  const runtimes = runtimesOf({ target: target.name, reference: reference.name });
  const answers = answersFor(warmup, runtimes);
  await inOrder(coin(random), servers, ({ load }) => warm(load, answers, warmup));
  for (const seconds of togetherLoads(warmup)) await loadBoth(servers, seconds);
}

/** Both under load at the same time. */
export async function loadBoth(
  servers: Pair<SoloServer>,
  seconds: number,
): Promise<Pair<Measured>> {
  const [target, reference] = await Promise.all([
    servers.target.load(seconds),
    servers.reference.load(seconds),
  ]);
  return { target, reference };
}

/** Both under load at the same time: ln(efficiency of the target / of the reference). */
export async function together(servers: Pair<SoloServer>, seconds: number): Promise<number> {
  return logRatio(await loadBoth(servers, seconds));
}

/** One after the other, in random order: the same of those. */
export async function inTurn(
  servers: Pair<SoloServer>,
  seconds: number,
  random: RandomGenerator,
): Promise<number> {
  return logRatio(await inOrder(!coin(random), servers, (server) => server.load(seconds)));
}

/** ln(efficiency of the target / of the reference). */
export function logRatio({ target, reference }: Pair<Measured>): number {
  return Math.log(target.good / target.cpu.run / (reference.good / reference.cpu.run));
}

/** Whether a ratio is significantly off 1 by more than `most`. */
export function isBeyond(most: number, { lo, hi }: Pick<RatioInterval, "lo" | "hi">): boolean {
  return lo > 1 + most || hi < 1 - most;
}
