import { difference, interval, sum, type LogEstimate, type RatioInterval } from "@deadheat/stats";
import { logRatios } from "@deadheat/judge";
import { readCpu, CpuClockError, cpuUse, coin, randomFor, shuffled } from "@deadheat/measure";
import { answersFor, warmupOf, type Warmup, runtimesOf, type BlockRecord } from "@deadheat/journal";
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
  runtimesOf({ target, reference }).some((runtime) => runtime !== "node");

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
      pairs.reduce((seconds, [target, reference]) => {
        const runtimes = runtimesOf({ target, reference });
        const alone = blockSecondsOf(size, runtimes);
        const beside = blockSecondsOf(size, runtimes, 1 + spinners);
        const longer = blockSecondsOf(size, runtimes, LONGER * (1 + spinners));
        const each = !paysForSharing(target, reference)
          ? alone + beside
          : size === "full"
            ? alone + beside + longer
            : beside + longer;
        return seconds + blocks[size] * each;
      }, 0),
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

/** The blocks of one pair, without and beside spinners. */
export interface PairOnSlow {
  readonly target: string;
  readonly reference: string;
  readonly without: readonly BlockRecord[];
  readonly beside: readonly BesideSpinners[];
  /** Blocks beside spinners after a longer warm-up. If present, `beside` is compared with these, not with `without`. */
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

/** Measures every pair in each round, without and beside spinners, so that both see the same minutes. */
async function measureSlow(
  lab: Lab,
  pairs: SlowSizes["pairs"],
  spinners: number,
  blocks: number,
): Promise<PairOnSlow[]> {
  const taken = pairs.map(([target, reference]) => {
    const longer = paysForSharing(target, reference) ? { longer: [] as BesideSpinners[] } : {};
    const none = { without: [] as BlockRecord[], beside: [] as BesideSpinners[] };
    return { target, reference, ...none, ...longer };
  });
  for (let n = 1; n <= blocks; n++) {
    for (const pair of shuffled(taken, randomFor(lab.seed, "slow", n))) {
      const { target, reference, without, beside, longer } = pair;
      const take = (way: string, warmup?: Warmup) => {
        const of = { name: "slow", target, reference, ...(warmup ? { warmup } : {}) };
        return lab.block(of, `${way}, ${n} of ${blocks}`);
      };
      const more = warmupOf(
        LONGER * answersFor(lab.load.warmup, runtimesOf({ target, reference })),
      );
      const ways: (() => Promise<void>)[] = [
        async () => void beside.push(await takeBeside(lab, spinners, () => take("slowed down"))),
      ];
      if (longer) {
        ways.push(async () => {
          const slowed = () => take("slowed down, after more answers", more);
          longer.push(await takeBeside(lab, spinners, slowed));
        });
      }
      if (!longer || lab.size === "full") {
        ways.unshift(async () => void without.push(await take("alone")));
      }
      // Every second round uses the opposite order (permuted blocks).
      const besideFirst = coin(randomFor(lab.seed, "slow", target, (n - 1) >> 1)) === (n % 2 === 0);
      for (const way of besideFirst ? ways.toReversed() : ways) await way();
    }
  }
  return taken;
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
  const { target, reference } = sides;
  const foreign = machine.foreign * Math.max(target.loadSeconds, reference.loadSeconds);
  return foreign / (foreign + target.cpuSeconds + reference.cpuSeconds);
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

/** Judges blocks of unlike servers, without and beside spinners. */
export function judgeSlow(
  pairs: readonly PairOnSlow[],
  { estimate }: Pick<Instrument, "estimate">,
): Observation {
  const confidence = 1 - ERROR / (pairs.length + 1);
  const ways = pairs.map(({ target, reference, without, beside, longer }) => {
    const of = (blocks: readonly BlockRecord[]) =>
      blocks.length === 0 ? null : estimate(logRatios(blocks));
    const blocksOf = (some: readonly BesideSpinners[]) => some.map(({ block }) => block);
    return {
      target,
      reference,
      without: of(without),
      beside: estimate(logRatios(blocksOf(beside))),
      longer: of(blocksOf(longer ?? [])),
    };
  });
  const shifts = ways.map(({ without, beside, longer }) =>
    longer ? difference(longer, beside) : difference(beside, without ?? beside),
  );
  const ratioOf = (one: LogEstimate | null) => (one === null ? null : Math.exp(one.mean));
  const each = ways.map(({ target, reference, without, beside, longer }, i) => ({
    target,
    reference,
    without: ratioOf(without),
    beside: Math.exp(beside.mean),
    longer: ratioOf(longer),
    quotient: interval(shifts[i] as LogEstimate, confidence),
  }));
  // If the machine makes all pairs colder, their mean shows it even if the spread of each pair hides it.
  const mean = interval(meanOf(shifts), confidence);
  const shares = pairs.flatMap(({ beside, longer = [] }) => [...beside, ...longer]);
  const words = each.map(
    ({ target, without, beside, longer, quotient }) =>
      target +
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
      blocks: pairs.map(({ target, reference, without, beside, longer = [] }) => ({
        target,
        reference,
        without: logRatios(without).map(Math.exp),
        beside: logRatios(beside.map(({ block }) => block)).map(Math.exp),
        longer: logRatios(longer.map(({ block }) => block)).map(Math.exp),
        shares: [...beside, ...longer].map(({ inWindows, inBlock }) => ({ inWindows, inBlock })),
      })),
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
