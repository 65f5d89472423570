import process from "node:process";
import { difference, interval, sum, type LogEstimate, type RatioInterval } from "@deadheat/stats";
import { logRatios } from "@deadheat/judge";
import { coin, pinned, randomFor, shuffled, startFamily, type Pinning } from "@deadheat/measure";
import type { RoundRecord } from "@deadheat/journal";
import { formatInterval, formatRatio } from "@deadheat/report/format";
import {
  roundSecondsOf,
  CalibrationFailed,
  type Experiment,
  type Instrument,
  type Lab,
  type Observation,
  type Size,
} from "../lab/experiment.ts";

interface SlowSizes {
  /** Pairs on Node. On Bun and Deno different servers pay differently for a shared CPU (docs/findings.md). */
  readonly pairs: readonly (readonly [target: string, reference: string])[];
  /** The number of processes that only spin on the servers' CPU. A server alone then has 1 / (1 + spinners) of it. */
  readonly spinners: number;
  /** The number of rounds of each pair, both without and beside the spinners. */
  readonly rounds: Readonly<Record<Size, number>>;
}

/** The least CPU that the spinners must use, as a part of the share that they get if all processes get the same. */
const LEAST_OF_SHARE = 0.8;
const MOST = 0.05;
/** The error of all intervals together (Bonferroni). */
const ERROR = 0.05;

/** Checks that ratios do not depend on the machine's speed: different servers, on a CPU that others use too. */
export function slowOf({ pairs, spinners, rounds }: SlowSizes): Experiment {
  return {
    name: "slow",
    expected: `the ratios of different servers are the same beside ${spinners} processes that spin on the servers' CPU`,
    threshold: () =>
      "the ratio beside over the ratio without, of each pair and their mean: the interval (95 % for all together) " +
      `contains 1 or lies within ${100 * MOST} % of it`,
    otherwise: "the same servers give other ratios on a slower machine, or in a busier hour",
    seconds: (size) => {
      const both = roundSecondsOf(size) + roundSecondsOf(size, ["node"], 1 + spinners);
      return pairs.length * rounds[size] * both;
    },
    run: async (lab) => {
      if (lab.pinning.mode === "none") {
        const skipped = `the servers have no CPU of their own: ${lab.pinning.reason}`;
        return { observed: `not measured: ${skipped}`, pass: true, skipped, metrics: {} };
      }
      return judgeSlow(await measureSlow(lab, pairs, spinners, rounds[lab.size]), lab.instrument);
    },
  };
}

export const slow = slowOf({
  pairs: [
    ["koa/node", "node-http/node"],
    ["express/node", "node-http/node"],
  ],
  spinners: 2,
  rounds: { quick: 3, full: 6 },
});

interface PairOnSlow {
  readonly new: string;
  readonly base: string;
  readonly without: readonly RoundRecord[];
  readonly beside: readonly RoundRecord[];
}

/** Measures every pair in both ways in each round, so that both ways see the same minutes. */
async function measureSlow(
  lab: Lab,
  pairs: SlowSizes["pairs"],
  spinners: number,
  rounds: number,
): Promise<PairOnSlow[]> {
  const measured = pairs.map(([next, base]) => {
    return { new: next, base, without: [] as RoundRecord[], beside: [] as RoundRecord[] };
  });
  for (let n = 1; n <= rounds; n++) {
    for (const { new: next, base, ...taken } of shuffled(
      measured,
      randomFor(lab.seed, "slow", n),
    )) {
      // Every second round uses the opposite order (permuted rounds).
      const reversed = coin(randomFor(lab.seed, "slow", next, (n - 1) >> 1)) === (n % 2 === 0);
      const ways = ["without", "beside"] as const;
      for (const way of reversed ? ways.toReversed() : ways) {
        const take = () =>
          lab.round({ name: "slow", new: next, base }, `${way}, ${n} of ${rounds}`);
        const round =
          way === "without" ? await take() : await besideSpinners(lab.pinning, spinners, take);
        if (way === "beside") checkShare(spinnersShare(round), spinners);
        taken[way].push(round);
      }
    }
  }
  return measured;
}

/**
 * Runs `work` beside `count` processes that only spin on the servers' CPU. They are gone when the promise settles.
 * The servers then have a slower machine: less of the CPU, and the same caches. Each spinner has a session of its own,
 * because the kernel gives the processes of one session the share of one process (sched(7), "autogroup").
 */
async function besideSpinners<T>(
  pinning: Pinning,
  count: number,
  work: () => Promise<T>,
): Promise<T> {
  const command = [...pinned(pinning, "server"), process.execPath, "--eval", "for (;;);"];
  const spinners = Array.from({ length: count }, () =>
    startFamily(command, { stdio: "ignore" }, "a spinner of calibrate"),
  );
  try {
    return await work();
  } finally {
    for (const { family } of spinners) family.kill();
    await Promise.all(spinners.map(({ family }) => family.gone));
  }
}

/** Returns the share of the CPU time in the round's windows that other processes than the servers used. */
function spinnersShare({ sides, machine }: RoundRecord): number {
  if (sides === null || machine === null || machine.foreign === null) {
    throw new CalibrationFailed(
      "this system does not report how much CPU other processes used on the servers' CPU",
    );
  }
  const { new: next, base } = sides;
  const foreign = machine.foreign * Math.max(next.loadSeconds, base.loadSeconds);
  return foreign / (foreign + next.cpuSeconds + base.cpuSeconds);
}

/** @throws CalibrationFailed if the spinners used too little CPU to slow the servers down */
export function checkShare(share: number, spinners: number): void {
  const least = (LEAST_OF_SHARE * spinners) / (spinners + 2);
  if (share >= least) return;
  throw new CalibrationFailed(
    `${spinners} spinners took ${percentOf(share)} of the servers' CPU in the windows. They need ` +
      `${percentOf(least)} to slow the servers down`,
  );
}

export function judgeSlow(
  pairs: readonly PairOnSlow[],
  { estimate }: Pick<Instrument, "estimate">,
): Observation {
  const confidence = 1 - ERROR / (pairs.length + 1);
  const shifts: LogEstimate[] = [];
  const each = pairs.map(({ new: next, base, ...rounds }) => {
    const [without, beside] = [rounds.without, rounds.beside].map((own) =>
      estimate(logRatios(own)),
    ) as [LogEstimate, LogEstimate];
    const shift = difference(beside, without);
    shifts.push(shift);
    return {
      new: next,
      base,
      without: Math.exp(without.mean),
      beside: Math.exp(beside.mean),
      quotient: interval(shift, confidence),
    };
  });
  // If the machine makes all pairs colder, their mean shows it even if the spread of each pair hides it.
  const mean = interval(meanOf(shifts), confidence);
  const shares = pairs.flatMap(({ beside }) => beside.map(spinnersShare));
  const words = each.map(
    ({ new: next, without, beside, quotient }) =>
      `${next} ${formatRatio(without)} of its floor, ${formatRatio(beside)} beside them: ` +
      `${formatRatio(quotient.ratio)} ${formatInterval(quotient)}`,
  );
  return {
    observed:
      `${words.join("; ")}; all together: ${formatRatio(mean.ratio)} ${formatInterval(mean)}; the spinners ` +
      `took at least ${percentOf(Math.min(...shares))} of the servers' CPU in the windows`,
    pass: [mean, ...each.map(({ quotient }) => quotient)].every(isSame),
    metrics: { pairs: each, mean, confidence, shares },
  };
}

function isSame({ lo, hi }: Pick<RatioInterval, "lo" | "hi">): boolean {
  return (lo <= 1 && hi >= 1) || (lo >= 1 - MOST && hi <= 1 + MOST);
}

/** Returns the unweighted mean of independent estimates. Their spreads are too uncertain to be weights. */
function meanOf(estimates: readonly LogEstimate[]): LogEstimate {
  const total = sum(...estimates);
  const { length } = estimates;
  return { ...total, mean: total.mean / length, variance: total.variance / length ** 2 };
}

function percentOf(share: number): string {
  return `${Math.round(100 * share)} %`;
}
