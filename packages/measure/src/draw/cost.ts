import type { CostSettings, Duet } from "@deadheat/journal";
import { planBlock, type PlannedBlock } from "./order.ts";
import { coin, randomFor, shuffled } from "./random.ts";

/** One rate of a pair: a fraction of the capacity, or a fixed number of requests per second. */
export type PlannedRate = (
  | { readonly fraction: number; readonly perSecond: null }
  | { readonly fraction: null; readonly perSecond: number }
) & { readonly loadBaseFirst: boolean };

/** One pair of processes, with the rates in the order in which they are offered. */
export interface PlannedCost {
  readonly block: PlannedBlock;
  readonly rates: readonly PlannedRate[];
}

/** Plans block `n` of a pair: draws which server is first, and the order of the rates. */
export function planCost(
  duet: Duet,
  n: number,
  { rates, fractions }: Pick<CostSettings, "rates" | "fractions">,
  seed: number,
): PlannedCost {
  const { new: next, base, scenario } = duet;
  const random = randomFor(seed, "cost", next, base, scenario, n);
  const all = [
    ...rates.map((perSecond) => ({ fraction: null, perSecond })),
    ...fractions.map((fraction) => ({ fraction, perSecond: null })),
  ];
  return {
    block: planBlock(duet, n, 1, seed),
    rates: shuffled(all, random).map((rate) => ({ ...rate, loadBaseFirst: coin(random) })),
  };
}
