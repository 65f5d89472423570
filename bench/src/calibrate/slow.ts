import { difference, interval, sum, type LogEstimate, type RatioInterval } from "@deadheat/stats";
import { logRatios } from "../analyse.ts";
import { withBallast } from "../measure/ballast.ts";
import { readCpu, CpuClockError } from "../measure/cpu-time.ts";
import { cpuUse } from "../measure/cpu-use.ts";
import { runtimesOf } from "../plan.ts";
import { coin, randomFor, shuffled } from "../random.ts";
import type { BlockRecord } from "../record.ts";
import { formatInterval, formatRatio } from "../report/format.ts";
import {
  blockSecondsOf,
  CalibrationFailed,
  type Experiment,
  type Lab,
  type Observation,
  type Size,
} from "./experiment.ts";
import type { Instrument } from "./instrument.ts";

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

/** Do ratios depend on how fast the machine is? Unlike servers, on a CPU of which others take a good part. */
export function slowOf({ pairs, spinners, blocks }: SlowSizes): Experiment {
  return {
    name: "slow",
    expected: `the ratios of unlike pairs are the same beside ${spinners} processes that spin on the servers' CPU`,
    threshold: () =>
      `beside over without, each pair's and their mean: the interval (95 % for all together) holds 1 or lies ` +
      `within ${100 * MOST} % of it`,
    otherwise: "the same servers come out otherwise on a slower machine, or in a busier hour",
    seconds: (size) =>
      pairs.reduce((seconds, [target, reference]) => {
        const runtimes = runtimesOf({ target, reference });
        const beside = blockSecondsOf(size, runtimes, 1 + spinners);
        return seconds + blocks[size] * (blockSecondsOf(size, runtimes) + beside);
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
  blocks: { quick: 3, full: 6 },
});

/** Blocks of one pair, in both ways. */
export interface PairOnSlow {
  readonly target: string;
  readonly reference: string;
  readonly without: readonly BlockRecord[];
  readonly beside: readonly BesideSpinners[];
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
    return { target, reference, without: [] as BlockRecord[], beside: [] as BesideSpinners[] };
  });
  for (let n = 1; n <= blocks; n++) {
    for (const pair of shuffled(taken, randomFor(lab.seed, "slow", n))) {
      const { target, reference } = pair;
      const take = (way: string) =>
        lab.block({ name: "slow", target, reference }, `${way}, ${n} of ${blocks}`);
      const ways = [
        async () => void pair.without.push(await take("alone")),
        async () =>
          void pair.beside.push(await besideSpinners(lab, spinners, () => take("slowed down"))),
      ];
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
  const ways = pairs.map(({ target, reference, without, beside }) => {
    const ratios = [logRatios(without), logRatios(beside.map(({ block }) => block))] as const;
    return { target, reference, without: estimate(ratios[0]), beside: estimate(ratios[1]) };
  });
  const shifts = ways.map(({ without, beside }) => difference(beside, without));
  const each = ways.map(({ target, reference, without, beside }, i) => ({
    target,
    reference,
    without: Math.exp(without.mean),
    beside: Math.exp(beside.mean),
    quotient: interval(shifts[i] as LogEstimate, confidence),
  }));
  // A machine that cools all of them is seen in their mean where each one's spread hides it.
  const mean = interval(meanOf(shifts), confidence);
  const shares = pairs.flatMap(({ beside }) => beside);
  const words = each.map(
    ({ target, without, beside, quotient }) =>
      `${target} ${formatRatio(without)} of its floor, ${formatRatio(beside)} beside them: ` +
      `${formatRatio(quotient.ratio)} ${formatInterval(quotient)}`,
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
      blocks: pairs.map(({ target, reference, without, beside }) => ({
        target,
        reference,
        without: logRatios(without).map(Math.exp),
        beside: logRatios(beside.map(({ block }) => block)).map(Math.exp),
        shares: beside.map(({ inWindows, inBlock }) => ({ inWindows, inBlock })),
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
