import { estimate, interval } from "@deadheat/stats";
import { coin, randomFor } from "../random.ts";
import { formatInterval, formatRatio } from "../report/format.ts";
import type { Experiment, Lab, Observation } from "./experiment.ts";
import { startBallast } from "./neighbour.ts";
import { startServer, type SoloServer } from "./solo-server.ts";

/** Unlike servers: where a duet's partner could matter. */
const PAIRS: readonly (readonly [string, string])[] = [
  ["express/node", "node-http/node"],
  ["fetch/bun", "node-http/node"],
  ["fetch/deno", "node-http/node"],
  ["express/bun", "fetch/bun"],
  ["koa/deno", "fetch/deno"],
  ["elysia/bun", "express/node"],
];
const PROCESSES = 5;
const ROUNDS = 5;
const SLICE_SECONDS = 1;
const MOST = 0.03;

/** Does the duet itself shift the ratio? The same two processes, together and alone in turn. */
export const bias: Experiment = {
  name: "bias",
  expected: "the ratio of six unlike pairs in duets is that of the same processes alone in turn",
  threshold: () => `no pair differs significantly by more than ${100 * MOST} %`,
  otherwise: "a ratio depends on the partner that a server was measured with",
  seconds: () => PAIRS.length * PROCESSES * (5 + ROUNDS * 3 * (SLICE_SECONDS + 0.1)),
  run: async (lab) => {
    const differences: PairBias[] = [];
    for (const [target, reference] of PAIRS) {
      const slices: Slices[] = [];
      for (let n = 1; n <= PROCESSES; n++) {
        lab.note(`bias: ${target} and ${reference}, processes ${n} of ${PROCESSES}`);
        slices.push(await measureSlices(lab, target, reference, n));
      }
      differences.push(biasOf(target, reference, slices));
    }
    return judgeBias(differences);
  },
};

/** Mean ln(efficiency of target / reference) of one pair of processes, both ways. */
interface Slices {
  readonly duet: number;
  readonly solo: number;
}

export interface PairBias {
  readonly target: string;
  readonly reference: string;
  readonly duet: number;
  readonly solo: number;
  /** Duet over solo, with its 95 % interval over pairs of processes. */
  readonly bias: { readonly ratio: number; readonly lo: number; readonly hi: number };
}

async function measureSlices(
  lab: Lab,
  target: string,
  reference: string,
  n: number,
): Promise<Slices> {
  const random = randomFor(lab.seed, "bias", target, reference, n);
  const servers: SoloServer[] = [];
  try {
    const names = coin(random) ? [target, reference] : [reference, target];
    for (const name of names) servers.push(await startServer(lab, name));
    const of = (name: string) => servers.find((server) => server.name === name) as SoloServer;
    const pair = [of(target), of(reference)] as const;
    const together = async (seconds: number) =>
      Promise.all(pair.map((server) => server.load(seconds)));
    await together(2);
    await together(2);
    const duet: number[] = [];
    const solo: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      duet.push(logEfficiencies(await together(SLICE_SECONDS)));
      // What the partner would leave of the CPU is taken by a process that only spins: alone, a fast
      // server would have idle time between requests, which costs it and no ratio is to contain.
      const ballast = startBallast(lab.pinning);
      try {
        const order = coin(random) ? pair : [pair[1], pair[0]];
        const results = new Map<SoloServer, Awaited<ReturnType<SoloServer["load"]>>>();
        for (const server of order) results.set(server, await server.load(SLICE_SECONDS));
        solo.push(
          logEfficiencies(pair.map((server) => results.get(server)).filter((r) => r != null)),
        );
      } finally {
        await ballast.stop();
      }
    }
    return { duet: mean(duet), solo: mean(solo) };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

function logEfficiencies(both: readonly Awaited<ReturnType<SoloServer["load"]>>[]): number {
  const [target, reference] = both.map(({ good, cpu }) => good / cpu.run);
  return Math.log((target as number) / (reference as number));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function biasOf(target: string, reference: string, slices: readonly Slices[]): PairBias {
  const { ratio, lo, hi } = interval(estimate(slices.map(({ duet, solo }) => duet - solo)));
  return {
    target,
    reference,
    duet: Math.exp(mean(slices.map((slice) => slice.duet))),
    solo: Math.exp(mean(slices.map((slice) => slice.solo))),
    bias: { ratio, lo, hi },
  };
}

/** Pure. */
export function judgeBias(pairs: readonly PairBias[]): Observation {
  const biased = pairs.filter(({ bias: { lo, hi } }) => lo > 1 + MOST || hi < 1 - MOST);
  return {
    observed: pairs
      .map(
        ({ target, reference, duet, solo, bias: b }) =>
          `${target} to ${reference} ${formatRatio(duet)} in duets, ${formatRatio(solo)} alone: ` +
          `${formatRatio(b.ratio)} ${formatInterval(b)}`,
      )
      .join("; "),
    pass: biased.length === 0,
    figures: { pairs, biased: biased.map(({ target, reference }) => [target, reference]) },
  };
}
