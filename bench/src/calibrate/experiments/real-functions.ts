import { fileRuntimes, type Runtime } from "@deadheat/journal";
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

const finding = (runtime: Runtime): Experiment => ({
  name: `explain-${runtime}`,
  expected: `a new function of 0.5 or 1 % of a request is named on ${runtime}`,
  threshold: () => `at least ${100 * RIGHT} % of the runs name it within ${BUDGET_SECONDS} s`,
  otherwise: "`--functions` misses small changes",
  seconds: (size) => BUDGET_SECONDS * SHARES.length * RUNS[size],
  run: async (lab) => {
    const cells: { share: number; right: number; named: string[][] }[] = [];
    for (const share of SHARES) {
      const named = await namedIn(lab, 1 + share, runtime, RUNS[lab.size]);
      cells.push({ share, named, right: named.filter((some) => some.includes("small")).length });
    }
    const ofRuns = ({ share, right, named }: (typeof cells)[number]) =>
      `${100 * share} % in ${right} of ${named.length}`;
    return {
      observed: `named: ${cells.map(ofRuns).join(", ")}`,
      pass: cells.every(({ right, named }) => right >= RIGHT * named.length),
      metrics: { cells },
    };
  },
});

const equal: Experiment = {
  name: "explain-aa",
  expected: "nothing is named between equal servers",
  threshold: (size) =>
    `at most ${mostWrong(size)} of ${fileRuntimes.length * EQUAL_RUNS[size]} runs name anything`,
  otherwise: "`--functions` names functions that did not change",
  seconds: (size) => BUDGET_SECONDS * fileRuntimes.length * EQUAL_RUNS[size],
  run: async (lab) => {
    const named: Partial<Record<Runtime, string[][]>> = {};
    for (const runtime of fileRuntimes) {
      named[runtime] = await namedIn(lab, 1, runtime, EQUAL_RUNS[lab.size]);
    }
    const runs = Object.values(named).flat();
    const wrong = runs.filter((some) => some.length > 0).length;
    return {
      observed: `${wrong} of ${runs.length} runs named anything`,
      pass: wrong <= mostWrong(lab.size),
      metrics: { named },
    };
  },
};

/** The experiments of `--functions`: each takes at most an hour, so that one can be repeated without the others. */
export const realFunctions: readonly Experiment[] = [...fileRuntimes.map(finding), equal];

const mostWrong = (size: Size) => (size === "quick" ? 0 : 1);

/** Returns the names of what became more expensive, run by run. */
function namedIn(lab: Lab, longer: number, runtime: Runtime, runs: number): Promise<string[][]> {
  const options = { runtime, functions: LIMIT, budgetSeconds: BUDGET_SECONDS };
  return Array.fromAsync({ length: runs }, async () => {
    const { comparison } = await compareReal(lab, small, longer, options);
    const found = comparison.functions?.found ?? [];
    const words = found.map(
      ({ name, share }) => `${name} (${(100 * share).toFixed(2)} % of a request)`,
    );
    lab.note(`named: ${words.join(", ") || "nothing"}`);
    return found.map(({ name }) => name);
  });
}
