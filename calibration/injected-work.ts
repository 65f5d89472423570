import type { Listenable } from "@deadheat/adapter";
import { answers } from "#answers";

/** The metrics of a server about itself, at /work. */
export interface Work {
  /** The number of responses to /hello since the start. */
  readonly requests: number;
  /** The seconds of work in one response: the median over the timed ones since the last request to /work. */
  readonly workSeconds: number;
  /** The ratio of its work time to that of a server with a share of 0. */
  readonly longer: number;
}

/**
 * The steps of a response, about 0.2 ms, far above the cost of HTTP. Rounds on Node spread by 1 %, with half by 3 %.
 */
const STEPS = 2000;
/**
 * The rounds of a step's loop. A step is a function of its own, which is compiled because it is called often. V8
 * compiles one long loop during its first run, before it has seen the code behind it. It threw that code away at the
 * end of every call, for the whole life of the process (docs/method.md).
 */
const ROUNDS = 100;
/**
 * The approximate cost of HTTP beside the steps, because the injected share is one of the whole response. Measured in a
 * noisy hour: 1.15 on Bun and Deno, 1.35 on Node.
 */
const WITH_HTTP = 1.2;
/**
 * The number of first responses without work: V8 compiles node:http for good after some 10,000. With work, that
 * happened within the window, sooner in the faster server, and 10 % looked like 11 (docs/method.md).
 */
const WITHOUT_WORK = 20_000;
/** One response in so many is timed. */
const TIMED = 16;
/**
 * The number of pairs. Both lengths take turns, because the speed of the machine changes from one moment to the next.
 */
const PAIRS = 201;

/**
 * Returns a server whose every response costs a known share more CPU than with a share of 0: 0.05 for 5 %, apart from
 * the cost of HTTP. The actual share follows from the times of the loops (/work).
 */
export function serverWithWork(share: number): Listenable {
  const steps = Math.round(STEPS * (1 + WITH_HTTP * share));
  // Not a variable: V8 recompiles code that depends on a variable that had seemed constant.
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
  // Both run in one process. Two processes would have compiled the loop to different places, which alone is some
  // percent.
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

/** Not the mean: a loop that was suspended for another process took no more CPU for that. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
