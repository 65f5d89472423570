import type { Growth } from "@deadheat/judge";
import { CalibrationFailed, type Experiment, type Lab, type Size } from "../lab/experiment.ts";
import { compareReal, keeping } from "./real-servers.ts";

const RUNS: Readonly<Record<Size, number>> = { quick: 1, full: 10 };
const BUDGET_SECONDS = 90;
/** The number of requests that the server with a bounded store keeps. */
const BOUNDED = 1000;

export const realGrowth: Experiment = {
  name: "real-growth",
  expected: `a server that keeps every request leaks memory, and one that keeps the last ${BOUNDED} does not`,
  threshold: () =>
    "at least 90 % of the comparisons of each server say so, and at most one calls the bounded store a leak",
  otherwise: "a memory leak goes unnoticed, or a report names a leak that does not exist",
  seconds: (size) => 2 * RUNS[size] * BUDGET_SECONDS,
  run: async (lab) => {
    const leaking = await growthsOf(lab, Infinity);
    const bounded = await growthsOf(lab, BOUNDED);
    return judgeRealGrowth(leaking, bounded);
  },
};

/** Compares a server that keeps so many requests with one that keeps none, as often as the size wants. */
function growthsOf(lab: Lab, kept: number): Promise<Growth[]> {
  const options = { measure: ["memory-growth"], budgetSeconds: BUDGET_SECONDS } as const;
  return Array.fromAsync({ length: RUNS[lab.size] }, async () => {
    const { comparison } = await compareReal(lab, keeping(kept), 2, options);
    if (comparison.growth) return comparison.growth;
    throw new CalibrationFailed("memory growth could not be measured");
  });
}

export function judgeRealGrowth(leaking: readonly Growth[], bounded: readonly Growth[]) {
  const found = leaking.filter(isLeak).length;
  const wrong = bounded.filter(isLeak).length;
  const perRequest = leaking.map(({ difference }) => Math.round(difference.bytes));
  const allowed = bounded.length > 1 ? 1 : 0;
  return {
    observed:
      `${found} of ${leaking.length} found the leak (${perRequest.join(", ")} bytes per request); ` +
      `${wrong} of ${bounded.length} called the bounded store a leak`,
    pass: found >= 0.9 * leaking.length && wrong <= allowed,
    metrics: { leaking, bounded },
  };
}

function isLeak({ difference, new: next }: Growth): boolean {
  return next.verdict === "grows" && difference.verdict === "more";
}
