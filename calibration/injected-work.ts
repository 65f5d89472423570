import type { Listenable } from "@deadheat/adapter";
import { answers } from "#answers";

/** What a server says of itself at /work. */
export interface Work {
  /** Answers to /hello since the start. */
  readonly requests: number;
  /** What the work of one answer takes, in seconds: the median over timed ones since last asked. */
  readonly workSeconds: number;
  /** The same of the quickest tenth: what it takes when nothing disturbs it. */
  readonly quickSeconds: number;
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
  const work = (): void => {
    let x = sink[0] ?? 0;
    for (let i = 0; i < rounds; i++) x = (Math.imul(x, 1664525) + 1013904223) | 0;
    sink[0] = x;
  };
  return answers({
    hello: () => {
      const from = ++requests % TIMED === 0 ? performance.now() : null;
      work();
      if (from !== null) timed.push((performance.now() - from) / 1000);
      return "Hello World!";
    },
    work: () => {
      // Not the mean: a loop that was put aside for the other server took no more CPU for that.
      const sorted = timed.toSorted((a, b) => a - b);
      const quantile = (of: number) => sorted[Math.floor(of * sorted.length)] ?? 0;
      timed = [];
      const said: Work = { requests, workSeconds: quantile(0.5), quickSeconds: quantile(0.1) };
      return JSON.stringify(said);
    },
  });
}
