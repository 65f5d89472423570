import type { Listenable } from "@deadheat/adapter";
import { answers } from "#answers";

/** What a server says of itself at /work. */
export interface Work {
  /** Answers to /hello since the start. */
  readonly requests: number;
  /** What the work of one answer takes, in seconds: the median over timed ones since last asked. */
  readonly workSeconds: number;
  /** How many times as long its work takes as that of a server with a share of 0. */
  readonly longer: number;
}

/**
 * Rounds of a loop that every answer takes, about 0.1 ms: so much that the compilers' work on the rest,
 * which differs from process to process, is small beside it.
 */
const ROUNDS = 100_000;
/** What HTTP adds to the loop, about: the injected share is to be one of the whole answer. */
const WITH_HTTP = 1.1;
/** One in so many is timed. */
const TIMED = 16;
/** Both lengths in turn: the machine's speed changes from one moment to another. */
const PAIRS = 201;

/**
 * A server whose every answer costs a known share more CPU than that of the same server with a share of
 * 0: 0.05 for 5 %, give or take what HTTP costs here. What it came to is told by the time of the
 * loops themselves (/work).
 */
export function serverWithWork(share: number): Listenable {
  const rounds = Math.round(ROUNDS * (1 + WITH_HTTP * share));
  // Not a variable: V8 compiles anew what depends on one that had seemed constant.
  const sink = new Int32Array(1);
  let requests = 0;
  let timed: number[] = [];
  const work = (times: number): void => {
    let x = sink[0] ?? 0;
    for (let i = 0; i < times; i++) x = (Math.imul(x, 1664525) + 1013904223) | 0;
    sink[0] = x;
  };
  const seconds = (times: number): number => {
    const from = performance.now();
    work(times);
    return (performance.now() - from) / 1000;
  };
  // In one process: two would have compiled the loop to different places, which alone is some percent.
  const longer = (): number => {
    const ratios = Array.from({ length: PAIRS }, (_, i) => {
      if (i % 2 === 0) return seconds(rounds) / seconds(ROUNDS);
      const without = seconds(ROUNDS);
      return seconds(rounds) / without;
    });
    return median(ratios);
  };
  return answers({
    hello: () => {
      if (++requests % TIMED === 0) timed.push(seconds(rounds));
      else work(rounds);
      return "Hello World!";
    },
    work: () => {
      const said: Work = { requests, workSeconds: median(timed), longer: longer() };
      timed = [];
      return JSON.stringify(said);
    },
  });
}

/** Not the mean: a loop that was put aside for another process took no more CPU for that. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
