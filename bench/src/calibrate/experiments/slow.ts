import { difference, interval, sum, type LogEstimate, type RatioInterval } from "@deadheat/stats";
import { logRatios } from "@deadheat/judge";
import { readCpu, CpuClockError, cpuUse, coin, randomFor, shuffled } from "@deadheat/measure";
import { answersFor, warmupOf, runtimesOf, type BlockRecord } from "@deadheat/journal";
import { formatInterval, formatRatio } from "@deadheat/report/format";
import {
  blockSecondsOf,
  CalibrationFailed,
  type Experiment,
  type Lab,
  type Observation,
  type Size,
} from "../lab/experiment.ts";
import type { Instrument } from "../lab/instrument.ts";
import { besideSpinners } from "../lab/spinners.ts";

export interface SlowSizes {
  readonly pairs: readonly (readonly [target: string, reference: string])[];
  /** The number of processes that only spin on the servers' CPU. A server alone then has 1 / (1 + spinners) of it. */
  readonly spinners: number;
  /** The number of blocks of each pair, both without and beside the spinners. */
  readonly blocks: Readonly<Record<Size, number>>;
}

/** The least CPU that the spinners must use, as a part of the share that they get if all processes get the same. */
const LEAST_OF_SHARE = 0.8;
const MOST = 0.05;
/** The error of all intervals together (Bonferroni): each of five has a confidence of 99 %. */
const ERROR = 0.05;

/**
 * The factor on the answers of a longer warm-up, for Bun and Deno. Both pay for a shared CPU, warm or not: beside
 * spinners express answers a tenth to a fifth less per CPU-second, after 80,000 answers as after 320,000. Its floor hardly
 * does (docs/findings/slow-machine.md). On these runtimes the experiment therefore changes the warm-up only: it compares
 * the ratio beside spinners with the ratio beside spinners after twice as many answers.
 */
const LONGER = 2;
const paysForSharing = (target: string, reference: string) =>
  runtimesOf({ new: target, base: reference }).some((runtime) => runtime !== "node");

/** A way to take a block: beside how many spinners, and after how many times the usual answers. */
interface Way {
  readonly name: "without" | "beside" | "longer";
  readonly spinners: number;
  readonly answers: number;
}

/** Returns the ways in which a pair is measured. The last two are compared. */
function waysOf(target: string, reference: string, spinners: number, size: Size): Way[] {
  const without: Way = { name: "without", spinners: 0, answers: 1 };
  const beside: Way = { name: "beside", spinners, answers: 1 };
  const longer: Way = { name: "longer", spinners, answers: LONGER };
  if (!paysForSharing(target, reference)) return [without, beside];
  return size === "full" ? [without, beside, longer] : [beside, longer];
}

/** Checks that ratios do not depend on the machine's speed: unlike servers, on a CPU that others use too. */
export function slowOf({ pairs, spinners, blocks }: SlowSizes): Experiment {
  return {
    name: "slow",
    expected: `the ratios of unlike pairs are the same beside ${spinners} processes that spin on the servers' CPU`,
    threshold: () =>
      `the ratio beside over the ratio without (on Bun and Deno, which pay for a shared CPU: beside after ${LONGER} times ` +
      `the answers over beside), of each pair and their mean: the interval (95 % for all together) contains 1 or lies ` +
      `within ${100 * MOST} % of it`,
    otherwise: "the same servers give other ratios on a slower machine, or in a busier hour",
    seconds: (size) =>
      pairs
        .flatMap(([target, reference]) => {
          const runtimes = runtimesOf({ new: target, base: reference });
          return waysOf(target, reference, spinners, size).map((way) =>
            blockSecondsOf(size, runtimes, way.answers * (1 + way.spinners)),
          );
        })
        .reduce((seconds, each) => seconds + blocks[size] * each, 0),
    run: async (lab) => {
      if (lab.pinning.mode === "none") {
        const skipped = `the servers have no CPU of their own: ${lab.pinning.reason}`;
        return { observed: `not measured: ${skipped}`, pass: true, skipped, figures: {} };
      }
      return judgeSlow(await measureSlow(lab, pairs, spinners, blocks[lab.size]), lab.instrument);
    },
  };
}

export const slow = slowOf({
  pairs: [
    ["koa/node", "node-http/node"],
    ["express/node", "node-http/node"],
    ["express/bun", "fetch/bun"],
    ["express/deno", "fetch/deno"],
  ],
  spinners: 2,
  blocks: { quick: 3, full: 4 },
});

/** The blocks of one pair, by the way in which they were taken. */
export interface PairOnSlow {
  readonly new: string;
  readonly base: string;
  readonly without: readonly BlockRecord[];
  readonly beside: readonly BesideSpinners[];
  /** Blocks beside spinners after a longer warm-up. If present, they are compared with `beside`. */
  readonly longer?: readonly BesideSpinners[];
}

/** One block, and the spinners' shares of the servers' CPU. */
export interface BesideSpinners {
  readonly block: BlockRecord;
  /** The share in the windows, of the CPU time of spinners and servers. */
  readonly inWindows: number;
  /** The share of the time from the first server's start to the last one's end, by the spinners' own clocks. */
  readonly inBlock: number;
}

/** Measures every pair in every way in each round, so that all ways see the same minutes. */
async function measureSlow(
  lab: Lab,
  pairs: SlowSizes["pairs"],
  spinners: number,
  blocks: number,
): Promise<PairOnSlow[]> {
  const measured = pairs.map(([target, reference]) => {
    const none = { without: [] as BlockRecord[], beside: [] as BesideSpinners[] };
    return { new: target, base: reference, ...none, longer: [] as BesideSpinners[] };
  });
  for (let n = 1; n <= blocks; n++) {
    for (const pair of shuffled(measured, randomFor(lab.seed, "slow", n))) {
      const { new: next, base } = pair;
      const answers = answersFor(lab.load.warmup, runtimesOf({ new: next, base }));
      const ways = waysOf(next, base, spinners, lab.size);
      // Every second round uses the opposite order (permuted blocks).
      const reversed = coin(randomFor(lab.seed, "slow", next, (n - 1) >> 1)) === (n % 2 === 0);
      for (const way of reversed ? ways.toReversed() : ways) {
        const warmup = way.answers === 1 ? {} : { warmup: warmupOf(way.answers * answers) };
        const take = () =>
          lab.block({ name: "slow", new: next, base, ...warmup }, `${way.name}, ${n} of ${blocks}`);
        if (way.name === "without") pair.without.push(await take());
        else pair[way.name].push(await takeBeside(lab, way.spinners, take));
      }
    }
  }
  return measured;
}

/** Takes a block beside spinners. @throws CalibrationFailed if the spinners got too little CPU */
async function takeBeside(
  { pinning }: Lab,
  count: number,
  take: () => Promise<BlockRecord>,
): Promise<BesideSpinners> {
  return besideSpinners(pinning, count, async (pids) => {
    const clocks = () => Promise.all(pids.map(readCpu));
    try {
      const [before, from] = [await clocks(), performance.now()];
      const block = await take();
      const [after, seconds] = [await clocks(), (performance.now() - from) / 1000];
      const spun = after.map((clock, i) => cpuUse(before[i] ?? clock, clock).run);
      const inBlock = spun.reduce((all, one) => all + one, 0) / seconds;
      return checkShares({ block, inWindows: shareInWindows(block), inBlock }, count);
    } catch (error) {
      if (!(error instanceof CpuClockError)) throw error;
      throw new CalibrationFailed(`a spinner did not spin: ${error.message}`);
    }
  });
}

/** Returns the share of the CPU time in the block's windows that other processes than the servers used. */
function shareInWindows({ sides, machine }: BlockRecord): number {
  if (sides === null || machine === null || machine.foreign === null) {
    throw new CalibrationFailed(
      "this system does not report how much CPU other processes used on the servers' CPU",
    );
  }
  const { new: next, base } = sides;
  const foreign = machine.foreign * Math.max(next.loadSeconds, base.loadSeconds);
  return foreign / (foreign + next.cpuSeconds + base.cpuSeconds);
}

/** Returns `beside`. @throws CalibrationFailed if the spinners used too little CPU to slow the servers down */
export function checkShares(beside: BesideSpinners, spinners: number): BesideSpinners {
  const least = (LEAST_OF_SHARE * spinners) / (spinners + 2);
  const { inWindows, inBlock } = beside;
  if (Math.min(inWindows, inBlock) >= least) return beside;
  throw new CalibrationFailed(
    `${spinners} spinners took ${shareOf(inWindows)} of the servers' CPU in the windows, ` +
      `${shareOf(inBlock)} of it in the whole block. They need ${shareOf(least)} to slow the servers down`,
  );
}

export function judgeSlow(
  pairs: readonly PairOnSlow[],
  { estimate }: Pick<Instrument, "estimate">,
): Observation {
  const confidence = 1 - ERROR / (pairs.length + 1);
  const estimated = (blocks: readonly BlockRecord[]) =>
    blocks.length === 0 ? null : estimate(logRatios(blocks));
  const ratioOf = (one: LogEstimate | null) => (one === null ? null : Math.exp(one.mean));
  const shifts: LogEstimate[] = [];
  const each = pairs.map(({ new: next, base, ...ways }) => {
    const without = estimated(ways.without);
    const beside = estimate(logRatios(ways.beside.map(({ block }) => block)));
    const longer = estimated((ways.longer ?? []).map(({ block }) => block));
    const shift = longer ? difference(longer, beside) : difference(beside, without ?? beside);
    shifts.push(shift);
    return {
      new: next,
      base,
      without: ratioOf(without),
      beside: Math.exp(beside.mean),
      longer: ratioOf(longer),
      quotient: interval(shift, confidence),
    };
  });
  // If the machine makes all pairs colder, their mean shows it even if the spread of each pair hides it.
  const mean = interval(meanOf(shifts), confidence);
  const shares = pairs.flatMap(({ beside, longer = [] }) => [...beside, ...longer]);
  const words = each.map(
    ({ new: next, without, beside, longer, quotient }) =>
      next +
      (without === null ? "" : ` ${formatRatio(without)} of its floor,`) +
      ` ${formatRatio(beside)} ${without === null ? "of its floor " : ""}beside them` +
      (longer === null ? "" : `, ${formatRatio(longer)} after ${LONGER} times the answers`) +
      `: ${formatRatio(quotient.ratio)} ${formatInterval(quotient)}`,
  );
  return {
    observed:
      `${words.join("; ")}; all together: ${formatRatio(mean.ratio)} ${formatInterval(mean)}; the spinners ` +
      `took at least ${shareOf(Math.min(...shares.map(({ inWindows }) => inWindows)))} of the servers' CPU ` +
      `in the windows, ${shareOf(Math.min(...shares.map(({ inBlock }) => inBlock)))} in a block`,
    pass: [mean, ...each.map(({ quotient }) => quotient)].every(isSame),
    figures: {
      pairs: each,
      mean,
      confidence,
      shares: pairs.map(({ beside, longer = [] }) =>
        [...beside, ...longer].map(({ inWindows, inBlock }) => ({ inWindows, inBlock })),
      ),
    },
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

function shareOf(share: number): string {
  return `${Math.round(100 * share)} %`;
}
