import { scenarioNamed } from "@deadheat/handlers";
import { logRatios } from "@deadheat/judge";
import { responsesFor, defaultWarmup, warmupOf, type RoundRecord } from "@deadheat/journal";
import { isolation } from "@deadheat/measure";
import { formatInterval } from "@deadheat/report/format";
import { estimate, interval } from "@deadheat/stats";
import {
  CalibrationFailed,
  roundSecondsOf,
  type Experiment,
  type Lab,
  type Size,
} from "../lab/experiment.ts";

const TARGETS = [
  { name: "node-http/node", runtime: "node" },
  { name: "fetch/bun", runtime: "bun" },
] as const;
const ROUNDS: Readonly<Record<Size, number>> = { quick: 8, full: 30 };
/** The largest share of CPU time, and the largest part of the startup, that isolation may cost. */
const MOST_CPU = 0.01;
const MOST_STARTUP_SECONDS = 0.005;

export const isolationCost: Experiment = {
  name: "isolation",
  expected: "a server costs as much in its own namespaces as outside of them",
  threshold: () =>
    `no 95 % interval lies above ${100 * MOST_CPU} % of CPU time per request, or ${1000 * MOST_STARTUP_SECONDS} ms of startup`,
  otherwise: "isolation changes what it protects",
  seconds: (size) =>
    TARGETS.reduce((sum, { runtime }) => sum + ROUNDS[size] * roundSecondsOf(size, [runtime]), 0),
  run: async (lab) => {
    const { mode, reason } = await isolation();
    if (mode === "none") {
      const skipped = `no isolation here: ${reason}`;
      return { observed: skipped, skipped, pass: true, metrics: {} };
    }
    const all: Cost[] = [];
    for (const target of TARGETS) all.push(await costOf(target, lab));
    return {
      observed: all.map(({ words }) => words).join("; "),
      pass: all.every(({ cpu, startup }) => {
        return cpu.lo <= 1 + MOST_CPU && startup.lo <= MOST_STARTUP_SECONDS;
      }),
      metrics: { costs: all },
    };
  },
};

interface Cost {
  readonly words: string;
  /** CPU time per request, inside over outside. */
  readonly cpu: { readonly ratio: number; readonly lo: number; readonly hi: number };
  /** The seconds until it listens, inside minus outside. */
  readonly startup: { readonly mean: number; readonly lo: number; readonly hi: number };
}

/** Measures a target inside against itself outside, in duets. */
async function costOf({ name, runtime }: (typeof TARGETS)[number], lab: Lab): Promise<Cost> {
  const inside = lab.entrant(name);
  const { room: _, ...outside } = inside;
  const entrants = { new: inside, base: { ...outside, name: `${name} outside` } };
  const duet = { new: name, base: entrants.base.name, scenario: "text", rounds: 1 } as const;
  const warmup = warmupOf(responsesFor(defaultWarmup, [runtime]));
  const rounds: RoundRecord[] = [];
  for (let n = 1; n <= ROUNDS[lab.size]; n++) {
    const { exchange } = scenarioNamed("text");
    const record = await lab.trial({ role: "cell", ...duet }, n, entrants, exchange, warmup);
    if (record.void !== null) throw new CalibrationFailed(`${name}: ${record.void}`);
    rounds.push(record);
    lab.note(`isolation: ${name}, round ${n} of ${ROUNDS[lab.size]}`);
  }
  // The judge's ratios are of efficiency.
  const cpu = interval(estimate(logRatios(rounds).map((one) => -one)));
  const startups = rounds.flatMap(({ sides }) => {
    const [next, base] = [sides?.new.startup?.ready, sides?.base.startup?.ready];
    return next === undefined || base === undefined ? [] : [next - base];
  });
  const startup = ofDifferences(startups);
  const [mean, lo, hi] = [startup.mean, startup.lo, startup.hi].map((one) =>
    (1000 * one).toFixed(1),
  );
  const words = `${name}: CPU ${cpu.ratio.toFixed(4)} ${formatInterval(cpu)}, startup ${mean} ms [${lo}, ${hi}]`;
  return { words, cpu, startup };
}

/** Returns the mean of differences with its 95 % interval. `interval` takes them for logarithms. */
function ofDifferences(seconds: readonly number[]): Cost["startup"] {
  const { ratio, lo, hi } = interval(estimate(seconds));
  return { mean: Math.log(ratio), lo: Math.log(lo), hi: Math.log(hi) };
}
