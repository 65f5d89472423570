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
 * Steps that every answer takes, about 0.2 ms: so much that what HTTP costs besides is small beside it. With
 * half of it blocks on Node spread by 3 %, with this by 1 %.
 */
const STEPS = 2000;
/**
 * Rounds of a step's loop. A step is a function of its own, which is compiled because it is called often.
 * One long loop is compiled while it runs for the first time, before anything behind it has been seen: V8
 * threw that code away at the end of every call, for as long as the process lived (docs/method.md).
 */
const ROUNDS = 100;
/**
 * What HTTP adds to the steps, about: the injected share is to be one of the whole answer. Measured in a
 * restless hour: 1.15 on Bun and Deno, 1.35 on Node.
 */
const WITH_HTTP = 1.2;
/**
 * The first answers, without work: V8 compiles node:http for good after some 10,000. With work that came
 * within the window, to the faster server sooner, and 10 % looked like 11 (docs/method.md).
 */
const WITHOUT_WORK = 20_000;
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
  const steps = Math.round(STEPS * (1 + WITH_HTTP * share));
  // Not a variable: V8 compiles anew what depends on one that had seemed constant.
  const sink = new Int32Array(1);
  let requests = 0;
  let timed: number[] = [];
  const work = (times: number): void => {
    let x = sink[0] ?? 0;
    for (let i = 0; i < times; i++) x = step(x);
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
      if (i % 2 === 0) return seconds(steps) / seconds(STEPS);
      const without = seconds(STEPS);
      return seconds(steps) / without;
    });
    return median(ratios);
  };
  return answers({
    hello: () => {
      requests++;
      if (requests > WITHOUT_WORK) {
        if (requests % TIMED === 0) timed.push(seconds(steps));
        else work(steps);
      }
      return "Hello World!";
    },
    work: () => {
      const said: Work = { requests, workSeconds: median(timed), longer: longer() };
      timed = [];
      return JSON.stringify(said);
    },
  });
}

function step(x: number): number {
  let y = x;
  for (let i = 0; i < ROUNDS; i++) y = (Math.imul(y, 1664525) + 1013904223) | 0;
  return y;
}

/** Not the mean: a loop that was put aside for another process took no more CPU for that. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
