import { estimate, studentCdf, studentQuantile } from "@deadheat/stats";
import { logRatios } from "@deadheat/judge";
import type { BlockRecord } from "@deadheat/journal";
import type { DuetsRequest, Experiment, Lab, Observation, Size } from "../lab/experiment.ts";
import { withServer } from "../lab/solo-server.ts";
import { injectedWarmup } from "../lab/truth.ts";

/** Runs of each server, one after the other, and what the servers are. */
const ROUNDS: Record<Size, number> = { quick: 3, full: 7 };
/** Blocks of the same pairs in duets; those of other experiments count. */
const BLOCKS: Record<Size, { aa: number; slow: number }> = {
  quick: { aa: 12, slow: 3 },
  full: { aa: 80, slow: 16 },
};
const RUN_SECONDS = 10;
const CONNECTIONS = 100;
const SLOWDOWN = Math.log(1.05);
const EQUAL_SECONDS = 60;
const GOAL_TIGHTER = 10;
const GOAL_HALF_WIDTH = 0.01;

/** One pair of servers, measured once by a protocol. */
interface Pair {
  /** ln(first / second). */
  readonly difference: number;
  readonly seconds: number;
}

interface Sample {
  /** A server against itself. */
  readonly aa: readonly Pair[];
  /** One with 5 % of injected work against the same without. */
  readonly slow: readonly Pair[];
}

/** What most benchmarks do, beside the duet, on the same machine in the same minutes. */
export const protocols: Experiment = {
  name: "protocols",
  expected:
    "duets against the ordinary protocol (one 10 s run each, one after the other, 100 connections)",
  threshold: () =>
    `at equal time the duet's interval is the narrower one (goal: ${GOAL_TIGHTER} times, and at most ` +
    `${100 * GOAL_HALF_WIDTH} % on either side after ${EQUAL_SECONDS} s)`,
  otherwise: "duets are not worth their trouble on this machine",
  seconds: (size) => ROUNDS[size] * 4 * (RUN_SECONDS + 0.6),
  run: async (lab) => {
    const ordinary = await ordinaryRuns(lab, ROUNDS[lab.size]);
    const duets = async (of: Omit<DuetsRequest, "name">) =>
      pairsOf(await lab.duets({ name: "protocols", ...of }));
    const [floor, slowed] = ["node-http/node", { target: "spin-5/node", reference: "plain/node" }];
    const { aa, slow } = BLOCKS[lab.size];
    return judgeProtocols(ordinary, {
      aa: await duets({ target: floor, reference: floor, n: aa, reuse: "aa" }),
      slow: await duets({ ...slowed, warmup: injectedWarmup, n: slow, reuse: "slowdown-5" }),
    });
  },
};

async function ordinaryRuns(lab: Lab, rounds: number): Promise<Sample> {
  const aa: Pair[] = [];
  const slow: Pair[] = [];
  const once = async (name: string): Promise<{ rate: number; seconds: number }> => {
    const from = performance.now();
    return withServer(lab, name, async (server) => {
      const { good, seconds } = await server.load(RUN_SECONDS, CONNECTIONS);
      return { rate: good / seconds, seconds: (performance.now() - from) / 1000 };
    });
  };
  const pair = async (first: string, second: string): Promise<Pair> => {
    const [a, b] = [await once(first), await once(second)];
    return { difference: Math.log(a.rate / b.rate), seconds: a.seconds + b.seconds };
  };
  for (let round = 1; round <= rounds; round++) {
    lab.note(`protocols: ordinary runs, round ${round} of ${rounds}`);
    aa.push(await pair("node-http/node", "node-http/node"));
    slow.push(await pair("spin-5/node", "plain/node"));
  }
  return { aa, slow };
}

function pairsOf(blocks: readonly BlockRecord[]): Pair[] {
  return logRatios(blocks).map((difference, i) => ({
    difference,
    seconds: blocks[i]?.seconds.total ?? 0,
  }));
}

/** A protocol's error, from both samples. */
export interface ProtocolError {
  readonly pairs: number;
  readonly secondsPerPair: number;
  /** Of one pair's log ratio, pooled over both samples; `df` its degrees of freedom. */
  readonly sd: number;
  readonly df: number;
  /** Of the mean of all pairs that fit into 60 s: half of the 95 % interval. */
  readonly halfWidth60: number;
  /** Pairs of the slowed server in which it came out as the faster one. */
  readonly wrongWinner: number;
  readonly slowPairs: number;
  /** How often that is to be expected of a comparison of 20 s, from the spread. */
  readonly wrongWinner20: number;
}

/** Pure. */
export function judgeProtocols(ordinary: Sample, duet: Sample): Observation {
  const [theirs, ours] = [errorOf(ordinary), errorOf(duet)];
  const tighter = theirs.halfWidth60 / ours.halfWidth60;
  const sds =
    (theirs.sd * Math.sqrt(theirs.secondsPerPair)) / (ours.sd * Math.sqrt(ours.secondsPerPair));
  // The log of a standard deviation has a standard error of about 1 / sqrt(2 df).
  const uncertainty = Math.exp(1.96 * Math.sqrt(1 / (2 * theirs.df) + 1 / (2 * ours.df)));
  const goal = tighter >= GOAL_TIGHTER && ours.halfWidth60 <= GOAL_HALF_WIDTH;
  const percent = (x: number) => `${(100 * x).toFixed(1)} %`;
  const words = (name: string, e: ProtocolError) =>
    `${name}: sd ${percent(e.sd)} a pair of ${e.secondsPerPair.toFixed(1)} s, ± ${percent(e.halfWidth60)} ` +
    `after 60 s, wrong winner ${e.wrongWinner} of ${e.slowPairs}, ${percent(e.wrongWinner20)} expected in 20 s`;
  return {
    observed:
      `${words("ordinary", theirs)}; ${words("duet", ours)}; the duet's interval is ` +
      `${tighter.toFixed(1)} times narrower, its error at equal time ${sds.toFixed(1)} times smaller ` +
      `[${(sds / uncertainty).toFixed(1)}, ${(sds * uncertainty).toFixed(1)}]; goal ${goal ? "" : "not "}reached`,
    pass: tighter > 1,
    figures: {
      ordinary: theirs,
      duet: ours,
      tighter,
      errorRatio: { ratio: sds, lo: sds / uncertainty, hi: sds * uncertainty },
      goal,
    },
  };
}

function errorOf({ aa, slow }: Sample): ProtocolError {
  const of = (pairs: readonly Pair[]) => estimate(pairs.map((pair) => pair.difference));
  const [a, s] = [of(aa), of(slow)];
  const df = a.df + s.df;
  const squares = a.variance * a.n * a.df + s.variance * s.n * s.df;
  const sd = Math.sqrt(squares / df);
  const all = [...aa, ...slow];
  const secondsPerPair = all.reduce((sum, pair) => sum + pair.seconds, 0) / all.length;
  // At least two: one pair has no interval at all.
  const n = Math.max(2, Math.floor(EQUAL_SECONDS / secondsPerPair));
  const half = (studentQuantile(0.975, n - 1) * sd) / Math.sqrt(n);
  const standardError20 = sd / Math.sqrt(20 / secondsPerPair);
  return {
    pairs: all.length,
    secondsPerPair,
    sd,
    df,
    halfWidth60: Math.expm1(half),
    wrongWinner: slow.filter((pair) => pair.difference >= 0).length,
    slowPairs: slow.length,
    wrongWinner20: studentCdf(-SLOWDOWN / standardError20, df),
  };
}
