import { estimate, type RatioInterval } from "@deadheat/stats";
import { formatInterval, formatRatio } from "@deadheat/report/format";
import type { Experiment, Observation } from "../lab/experiment.ts";
import { withBallast } from "@deadheat/measure";
import { inTurn, isBeyond, measurePairs, together } from "../lab/pair.ts";

/** Unlike servers: where a duet's partner could matter. */
const PAIRS: readonly (readonly [string, string])[] = [
  ["express/node", "node-http/node"],
  ["fetch/bun", "node-http/node"],
  ["fetch/deno", "node-http/node"],
  ["express/bun", "fetch/bun"],
  ["koa/deno", "fetch/deno"],
  ["elysia/bun", "express/node"],
];
const PROCESSES = 4;
const ROUNDS = 4;
const SLICE_SECONDS = 1;
/** From here on a bias is named. */
const NAMED = 0.03;
/** What docs/findings/idle-time.md states of servers that a duet leaves a part of their time idle. */
const MOST = 0.1;

/** Does the duet itself shift the ratio? The same two processes, together and alone in turn. */
export const bias: Experiment = {
  name: "bias",
  expected: "the ratio of six unlike pairs in duets is that of the same processes alone in turn",
  threshold: () => `no pair differs significantly by more than ${100 * MOST} %`,
  otherwise: "a ratio depends on the partner that a server was measured with",
  seconds: () => PAIRS.length * PROCESSES * (5 + ROUNDS * 3 * (SLICE_SECONDS + 0.1)),
  run: async (lab) => {
    const pairs = await measurePairs(lab, "bias", PAIRS, PROCESSES, async (servers, random) => {
      const duet: number[] = [];
      const solo: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        duet.push(await together(servers, SLICE_SECONDS));
        // What the partner would leave of the CPU is taken by a process that only spins: alone, a fast
        // server would have idle time between requests, which costs it and no ratio is to contain.
        solo.push(await withBallast(lab.pinning, 1, () => inTurn(servers, SLICE_SECONDS, random)));
      }
      return { first: estimate(duet).mean, second: estimate(solo).mean };
    });
    return judgeBias(
      pairs.map(({ target, reference, first, second, shift }) => {
        return { target, reference, duet: first, solo: second, bias: shift };
      }),
    );
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

/** Pure. */
export function judgeBias(pairs: readonly PairBias[]): Observation {
  const beyond = (most: number) => pairs.filter((pair) => isBeyond(most, pair.bias));
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
