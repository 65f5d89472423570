import { difference, interval, sum, type LogEstimate, type RatioInterval } from "@deadheat/stats";
import { logRatios } from "@deadheat/judge";
import {
  withBallast,
  readCpu,
  CpuClockError,
  cpuUse,
  coin,
  randomFor,
  shuffled,
} from "@deadheat/measure";
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

export interface SlowSizes {
  readonly pairs: readonly (readonly [target: string, reference: string])[];
  /** Processes that only spin on the servers' CPU: alone, a server then has 1 / (1 + spinners) of it. */
  readonly spinners: number;
  /** Of each pair, without them and beside them. */
  readonly blocks: Readonly<Record<Size, number>>;
}

/** What the spinners are to take at least, of the share that they have where all that run have the same. */
const LEAST_OF_SHARE = 0.8;
const MOST = 0.05;
/** Of all intervals together (Bonferroni): each of five is one of 99 %. */
const ERROR = 0.05;

/**
 * Bun and Deno pay for a CPU that is shared, warm or not: express alone on it answers a tenth to a fifth less per
 * CPU-second beside spinners, after 80,000 answers as after 320,000, and its floor hardly (docs/findings/slow-machine.md). So
 * there a slow machine is asked whether it is the warm-up: the ratio beside spinners, after twice as many answers.
 */
const LONGER = 2;
const paysForSharing = (target: string, reference: string) =>
  runtimesOf({ target, reference }).some((runtime) => runtime !== "node");

/** Do ratios depend on how fast the machine is? Unlike servers, on a CPU of which others take a good part. */
export function slowOf({ pairs, spinners, blocks }: SlowSizes): Experiment {
  return {
    name: "slow",
    expected: `the ratios of unlike pairs are the same beside ${spinners} processes that spin on the servers' CPU`,
    threshold: () =>
      `beside over without (on Bun and Deno, which pay for a shared CPU: beside after ${LONGER} times the answers over ` +
      `beside), each pair's and their mean: the interval (95 % for all together) holds 1 or lies within ${100 * MOST} % of it`,
    otherwise: "the same servers come out otherwise on a slower machine, or in a busier hour",
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

/** Blocks of one pair, in both ways. */
export interface PairOnSlow {
  readonly target: string;
  readonly reference: string;
  readonly without: readonly BlockRecord[];
  readonly beside: readonly BesideSpinners[];
  /** Beside them too, after more answers: what `beside` is held against then, not `without`. */
  readonly longer?: readonly BesideSpinners[];
}

/** One block, and what the spinners took of the servers' CPU. */
export interface BesideSpinners {
  readonly block: BlockRecord;
  /** In the windows, of what they and the two servers had. */
  readonly inWindows: number;
  /** Of all the time from the first server's start to the last one's end, by the spinners' own clocks. */
  readonly inBlock: number;
}

/** Every pair has its turn in each round, in both ways, so that both live through the same minutes. */
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
        async () =>
          void beside.push(await besideSpinners(lab, spinners, () => take("slowed down"))),
      ];
      if (longer) {
        ways.push(async () => {
          const slowed = () => take("slowed down, after more answers", more);
          longer.push(await besideSpinners(lab, spinners, slowed));
        });
      }
      if (!longer || lab.size === "full") {
        ways.unshift(async () => void without.push(await take("alone")));
      }
      // Of every two rounds one is the other way round (permuted blocks).
      const besideFirst = coin(randomFor(lab.seed, "slow", target, (n - 1) >> 1)) === (n % 2 === 0);
      for (const way of besideFirst ? ways.toReversed() : ways) await way();
    }
  }
  return taken;
}

/** @throws CalibrationFailed when the spinners did not get what they were started for. */
async function besideSpinners(
  { pinning }: Lab,
  count: number,
  take: () => Promise<BlockRecord>,
): Promise<BesideSpinners> {
  return withBallast(pinning, count, async (pids) => {
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
      throw new CalibrationFailed(`a process that was to spin did not: ${error.message}`);
    }
  });
}

/** Of what the block's windows used of the servers' CPU, the part that was none of the servers'. */
function shareInWindows({ sides, machine }: BlockRecord): number {
  if (sides === null || machine === null || machine.foreign === null) {
    throw new CalibrationFailed("this system does not tell what else used the servers' CPU");
  }
  const { target, reference } = sides;
  const foreign = machine.foreign * Math.max(target.loadSeconds, reference.loadSeconds);
  return foreign / (foreign + target.cpuSeconds + reference.cpuSeconds);
}

/** @throws CalibrationFailed */
export function checkShares(beside: BesideSpinners, spinners: number): BesideSpinners {
  const least = (LEAST_OF_SHARE * spinners) / (spinners + 2);
  const { inWindows, inBlock } = beside;
  if (Math.min(inWindows, inBlock) >= least) return beside;
  throw new CalibrationFailed(
    `${spinners} processes that spin took ${shareOf(inWindows)} of the servers' CPU in the windows, ` +
      `${shareOf(inBlock)} of it in the whole block: it takes ${shareOf(least)} to slow the servers down`,
  );
}

/** Pure: what blocks of unlike servers say, without and beside processes that take their CPU. */
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
  // A machine that cools all of them is seen in their mean where each one's spread hides it.
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

/** Of independent ones, each with the same weight: their own spreads are too uncertain to weigh by. */
function meanOf(estimates: readonly LogEstimate[]): LogEstimate {
  const total = sum(...estimates);
  const { length } = estimates;
  return { ...total, mean: total.mean / length, variance: total.variance / length ** 2 };
}

function shareOf(share: number): string {
  return `${Math.round(100 * share)} %`;
}
