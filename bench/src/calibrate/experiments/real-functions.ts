import { runtimes, type Runtime } from "@deadheat/journal";
import { type Experiment, type Lab, type Size } from "../lab/experiment.ts";
import { compareReal, small } from "./real-servers.ts";

/** The shares of a request that one function takes more. */
const SHARES = [0.005, 0.01];
/** The limit above which functions are named. */
const LIMIT = 0.002;
const BUDGET_SECONDS = 90;
const RUNS: Readonly<Record<Size, number>> = { quick: 1, full: 10 };
const EQUAL_RUNS: Readonly<Record<Size, number>> = { quick: 1, full: 14 };
/** The share of the runs that must name the function. */
const RIGHT = 0.9;

export const realFunctions: Experiment = {
  name: "explain",
  expected:
    "a new function of 0.5 or 1 % of a request is named, and between equal servers nothing is",
  threshold: (size) =>
    `at least ${100 * RIGHT} % of the runs on each runtime name it within ${BUDGET_SECONDS} s, and at most ` +
    `${size === "quick" ? 0 : 1} of ${runtimes.length * EQUAL_RUNS[size]} runs of equal servers names anything`,
  otherwise: "`--functions` misses small changes, or names functions that did not change",
  seconds: (size) =>
    runtimes.length * BUDGET_SECONDS * (SHARES.length * RUNS[size] + EQUAL_RUNS[size]),
  run: async (lab) => {
    const found: { name: string; right: number; runs: number }[] = [];
    const equal: string[][] = [];
    for (const runtime of runtimes) {
      for (const share of SHARES) {
        const names = await namedIn(lab, 1 + share, runtime, RUNS[lab.size]);
        const right = names.filter((some) => some.includes("small")).length;
        found.push({ name: `${100 * share} % on ${runtime}`, right, runs: names.length });
      }
      equal.push(...(await namedIn(lab, 1, runtime, EQUAL_RUNS[lab.size])));
    }
    const wrong = equal.filter((some) => some.length > 0).length;
    return {
      observed:
        `named: ${found.map(({ name, right, runs }) => `${name} ${right} of ${runs}`).join(", ")}; ` +
        `${wrong} of ${equal.length} runs of equal servers named anything`,
      pass:
        found.every(({ right, runs }) => right >= RIGHT * runs) &&
        wrong <= (lab.size === "quick" ? 0 : 1),
      metrics: { found, equal },
    };
  },
};

/** Returns the names of what became more expensive, run by run. */
function namedIn(lab: Lab, longer: number, runtime: Runtime, runs: number): Promise<string[][]> {
  const options = { runtime, functions: LIMIT, budgetSeconds: BUDGET_SECONDS };
  return Array.fromAsync({ length: runs }, async () => {
    const { comparison } = await compareReal(lab, small, longer, options);
    return (comparison.functions?.found ?? []).map(({ name }) => name);
  });
}
