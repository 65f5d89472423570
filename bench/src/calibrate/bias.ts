import type { RatioInterval } from "@deadheat/stats";
import { randomFor } from "../random.ts";
import { formatInterval, formatRatio } from "../report/format.ts";
import type { Experiment, Lab, Observation } from "./experiment.ts";
import { startBallast } from "./neighbour.ts";
import { inTurn, mean, ratioOf, shiftOf, together, withPair, type TwoWays } from "./pair.ts";

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
const ROUNDS = 4;
const SLICE_SECONDS = 1;
/** From here on a bias is named. */
const NAMED = 0.03;
/** What docs/method.md states of servers that a duet leaves a part of their time idle. */
const MOST = 0.1;

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
      const processes: TwoWays[] = [];
      for (let n = 1; n <= PROCESSES; n++) {
        lab.note(`bias: ${target} and ${reference}, processes ${n} of ${PROCESSES}`);
        processes.push(await measureBothWays(lab, target, reference, n));
      }
      differences.push({
        target,
        reference,
        duet: ratioOf(processes, "first"),
        solo: ratioOf(processes, "second"),
        bias: shiftOf(processes),
      });
    }
    return judgeBias(differences);
  },
};

export interface PairBias {
  readonly target: string;
  readonly reference: string;
  readonly duet: number;
  readonly solo: number;
  /** Duet over solo, with its 95 % interval over pairs of processes. */
  readonly bias: Pick<RatioInterval, "ratio" | "lo" | "hi">;
}

async function measureBothWays(
  lab: Lab,
  target: string,
  reference: string,
  n: number,
): Promise<TwoWays> {
  const random = randomFor(lab.seed, "bias", target, reference, n);
  return withPair(lab, [target, reference], random, async (pair) => {
    const duet: number[] = [];
    const solo: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      duet.push(await together(pair, SLICE_SECONDS));
      // What the partner would leave of the CPU is taken by a process that only spins: alone, a fast
      // server would have idle time between requests, which costs it and no ratio is to contain.
      const ballast = startBallast(lab.pinning);
      try {
        solo.push(await inTurn(pair, SLICE_SECONDS, random));
      } finally {
        await ballast.stop();
      }
    }
    return { first: mean(duet), second: mean(solo) };
  });
}

/** Pure. */
export function judgeBias(pairs: readonly PairBias[]): Observation {
  const beyond = (most: number) =>
    pairs.filter(({ bias: { lo, hi } }) => lo > 1 + most || hi < 1 - most);
  const named = beyond(NAMED).map(({ target, reference }) => `${target} to ${reference}`);
  const each = pairs.map(
    ({ target, reference, duet, solo, bias: b }) =>
      `${target} to ${reference} ${formatRatio(duet)} in duets, ${formatRatio(solo)} alone: ` +
      `${formatRatio(b.ratio)} ${formatInterval(b)}`,
  );
  return {
    observed:
      `${each.join("; ")}; significantly beyond ${100 * NAMED} %: ` +
      (named.length === 0 ? "none" : named.join(", ")),
    pass: beyond(MOST).length === 0,
    figures: { pairs, named },
  };
}
