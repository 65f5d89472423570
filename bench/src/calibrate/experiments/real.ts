import { fileRuntimes } from "@deadheat/journal";
import { interval, type RatioInterval } from "@deadheat/stats";
import type { Comparison } from "@deadheat/judge";
import { ComparisonFailed } from "deadheat/parts";
import { CalibrationFailed, type Experiment, type Lab, type Size } from "../lab/experiment.ts";
import { compareReal, heavy, page, waiting, type RealServer } from "./real-servers.ts";

interface Case {
  readonly server: RealServer;
  readonly longer: number;
  readonly budgetSeconds: number;
}

/** 5 % more work of 0.2 to 30 ms, found within 1 to 6 minutes. */
const HEAVY: readonly Case[] = [
  { server: heavy(0.2), longer: 1.05, budgetSeconds: 60 },
  { server: heavy(1), longer: 1.05, budgetSeconds: 120 },
  { server: heavy(6), longer: 1.05, budgetSeconds: 180 },
  { server: heavy(30), longer: 1.05, budgetSeconds: 360 },
];

/** Two to three times the CPU time beside waits of 1 to 500 ms, found within a minute. */
const WAITING: readonly Case[] = [1, 20, 100, 500].map((ms) => ({
  server: waiting(ms),
  longer: 2,
  budgetSeconds: 60,
}));

const RUNS: Readonly<Record<Size, number>> = { quick: 1, full: 10 };
/** The share of the runs that must find the right verdict. */
const RIGHT = 0.9;
/** The share of the comparisons of equal servers that may find a difference. */
const FALSE = 0.05;

async function run(lab: Lab, { server, longer, budgetSeconds }: Case): Promise<Comparison> {
  try {
    const { comparison, seconds } = await compareReal(lab, server, longer, { budgetSeconds });
    const most = budgetSeconds + 1.5 * comparison.roundSeconds + 5;
    if (seconds <= most) return comparison;
    throw new CalibrationFailed(
      `${server.name}: ${Math.round(seconds)} s for a budget of ${budgetSeconds} s`,
    );
  } catch (error) {
    if (!(error instanceof ComparisonFailed)) throw error;
    throw new CalibrationFailed(`${server.name}: ${error.message}`, { cause: error });
  }
}

function verdictsOf(lab: Lab, one: Case, times: number): Promise<string[]> {
  return Array.fromAsync({ length: times }, async () => (await run(lab, one)).verdict);
}

export const realFound: Experiment = {
  name: "real-found",
  expected: "servers of 0.2 to 30 ms that are 5 % slower, and servers that wait, are found slower",
  threshold: () => `at least ${100 * RIGHT} % of the comparisons of each server find it in time`,
  otherwise: "a slower server of milliseconds goes unnoticed",
  seconds: (size) =>
    RUNS[size] * [...HEAVY, ...WAITING].reduce((sum, one) => sum + one.budgetSeconds, 0),
  run: async (lab) => {
    const found = await Array.fromAsync([...HEAVY, ...WAITING], async (one) => {
      return { name: one.server.name, verdicts: await verdictsOf(lab, one, RUNS[lab.size]) };
    });
    const right = (verdicts: readonly string[]) =>
      verdicts.filter((verdict) => verdict === "slower").length;
    const words = found.map(
      ({ name, verdicts }) => `${name} ${right(verdicts)} of ${verdicts.length}`,
    );
    return {
      observed: `slower: ${words.join(", ")}`,
      pass: found.every(({ verdicts }) => right(verdicts) >= RIGHT * verdicts.length),
      metrics: { found },
    };
  },
};

const EQUAL_RUNS: Readonly<Record<Size, number>> = { quick: 1, full: 5 };
const EQUAL_BUDGET_SECONDS = 60;

export const realEqual: Experiment = {
  name: "real-equal",
  expected: "a heavy server, a waiting one and a page against themselves: no difference",
  threshold: () => `at most one of twenty comparisons finds a difference`,
  otherwise: "a difference of two heavy servers that a report calls significant may not exist",
  seconds: (size) => 4 * EQUAL_RUNS[size] * EQUAL_BUDGET_SECONDS,
  run: async (lab) => {
    const servers = [heavy(0.2), heavy(6), waiting(100), page];
    const each = await Array.fromAsync(servers, (server) => {
      const one = { server, longer: 1, budgetSeconds: EQUAL_BUDGET_SECONDS };
      return verdictsOf(lab, one, EQUAL_RUNS[lab.size]);
    });
    const verdicts = each.flat();
    const wrong = verdicts.filter((verdict) => verdict === "slower" || verdict === "faster").length;
    return {
      observed: `${wrong} of ${verdicts.length} comparisons found a difference`,
      pass: wrong <= Math.max(FALSE * verdicts.length, lab.size === "quick" ? 0 : 1),
      metrics: { verdicts },
    };
  },
};

const LONGER_WARMUP = 5;
/** The largest change of a ratio by a longer warm-up. */
const MOST_CHANGE = 0.02;

export const realWarmup: Experiment = {
  name: "real-warmup",
  expected: "a warm-up that is five times as long does not change a ratio",
  threshold: () =>
    `no ratio changes by more than ${100 * MOST_CHANGE} %, as far as the intervals can tell`,
  otherwise: "servers of milliseconds are measured before they are warm",
  seconds: (size) => fileRuntimes.length * 3 * (size === "quick" ? 150 : 300),
  run: async (lab) => {
    const rounds = lab.size === "quick" ? 5 : 10;
    const cells: { name: string; usual: RatioInterval; longer: RatioInterval }[] = [];
    for (const runtime of fileRuntimes) {
      for (const server of [page, heavy(2), waiting(100)]) {
        const options = { runtime, rounds };
        const { comparison: usual } = await compareReal(lab, server, 1.3, options);
        const { warmupRequests: found = 0 } = usual.load ?? {};
        if (found === 0) throw new CalibrationFailed(`${server.name}: no warm-up is known`);
        const warmupRequests = LONGER_WARMUP * found;
        const { comparison: longer } = await compareReal(lab, server, 1.3, {
          ...options,
          warmupRequests,
        });
        cells.push({ name: `${server.name} on ${runtime}`, usual, longer });
      }
    }
    const changes = cells.map(({ name, usual, longer }) => {
      return { name, ...difference(usual, longer) };
    });
    const beyond = changes.filter(({ lo, hi }) => lo > 1 + MOST_CHANGE || hi < 1 - MOST_CHANGE);
    const worst = changes.toSorted((a, b) => Math.abs(b.ratio - 1) - Math.abs(a.ratio - 1))[0];
    return {
      observed: `largest change ${(100 * ((worst?.ratio ?? 1) - 1)).toFixed(1)} % (${worst?.name}); beyond ${100 * MOST_CHANGE} %: ${beyond.length} of ${changes.length}`,
      pass: beyond.length === 0,
      metrics: { changes },
    };
  },
};

/** Returns the ratio of two ratios, from their intervals. */
function difference(a: RatioInterval, b: RatioInterval): RatioInterval {
  const variance = ({ lo, hi, n }: RatioInterval) => {
    const t = interval({ mean: 0, variance: 1, df: n - 1, n });
    return (Math.log(hi / lo) / Math.log(t.hi / t.lo)) ** 2;
  };
  return interval({
    mean: Math.log(b.ratio / a.ratio),
    variance: variance(a) + variance(b),
    df: Math.min(a.n, b.n) - 1,
    n: Math.min(a.n, b.n),
  });
}
