import { exact, geometricMean, withPrior } from "@deadheat/stats";
import type { RoundRecord } from "@deadheat/journal";
import type { Comparison } from "./documents/comparison.ts";
import type { RankedServers } from "./documents/ranking.ts";
import { rank } from "./rank.ts";
import { logRatios, roundEstimate } from "./rounds.ts";

/** A server that was compared with the base: the comparison, and its rounds. */
export interface ComparedServer {
  readonly comparison: Comparison;
  readonly records: readonly RoundRecord[];
}

/**
 * Ranks servers that were each compared with one base, by the rules of a run: all pairs, Holm's correction, and a tie for two
 * that are proven to be the same. Pairs without the base are compared through it.
 * @param compared at least one server; all with the same request and base
 */
export function rankServers(compared: readonly ComparedServer[]): RankedServers {
  const [{ comparison: first }] = compared as [ComparedServer];
  const { base, scenario, margin } = first;
  // They share a base, so the runtime decides nothing here.
  const runtime = "node" as const;
  const cells = compared.map(({ comparison, records }) => ({
    target: comparison.new,
    runtime,
    toFloor: withPrior(roundEstimate(records), logRatios(records), comparison.prior),
  }));
  const reference = { target: base, runtime, toFloor: exact() };
  const { order, pairs, decided, ties } = rank([reference, ...cells], new Map(), margin);
  const cpuOf = (one: Comparison) => one.metrics.find(({ metric }) => metric === "cpu")?.base ?? 0;
  const baseCpu = geometricMean(compared.map(({ comparison }) => cpuOf(comparison)));
  return {
    scenario,
    pairs,
    decided,
    ties: ties.length,
    servers: order.map(({ target, rank: places, tieGroup }) => {
      const own = compared.find(({ comparison }) => comparison.new === target)?.comparison;
      const shown = { server: target, rank: places, tie: tieGroup };
      if (target === base || own === undefined) {
        return { ...shown, cpu: baseCpu, timeRatio: null, rounds: 0 };
      }
      const { timeRatio, n: rounds } = own;
      return { ...shown, cpu: baseCpu * timeRatio.ratio, timeRatio, rounds };
    }),
  };
}
