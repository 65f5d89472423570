import process from "node:process";
import type { Listenable } from "@deadheat/adapter";
import { answers } from "#answers";

/** What a server says of itself at /work. */
export interface Work {
  /** Answers to /hello since the start. */
  readonly requests: number;
  /** CPU seconds of injected work over those of everything else, since the last time it was asked. */
  readonly injected: number;
}

/** Between two adjustments of the injected work. */
const TICK_MILLISECONDS = 100;
/** One in so many rounds of injected work is timed, where it is done: compilers treat no two places alike. */
const TIMED = 16;

/**
 * A server whose every answer costs a known share more CPU than it would: 0.05 for 5 %. The work is a
 * loop without memory, so many rounds long as the server's own CPU clock and the loop's own time ask
 * for: ten times a second it divides what it used into its own and the injected, and corrects the
 * number of rounds. So the share holds on whatever machine, in whatever state, on each runtime.
 */
export function serverWithWork(share: number): Listenable {
  const loop = timedLoop();
  let requests = 0;
  const rounds = new Float64Array([100]);
  let asked = { injected: 0, own: 0 };
  const total = { injected: 0, own: 0 };

  let last = { cpu: cpuSeconds(), requests: 0 };
  const adjust = (): void => {
    const now = { cpu: cpuSeconds(), requests };
    const served = now.requests - last.requests;
    const used = now.cpu - last.cpu;
    last = now;
    if (served < 100) return;
    const each = loop.secondsPerRun();
    const injected = served * each;
    const own = Math.max(used - injected, used / 2);
    total.injected += injected;
    total.own += own;
    const current = rounds[0] ?? 0;
    const wanted = (current * share * own) / served / each;
    // Half of the way each time: a single disturbed tick must not upset it.
    rounds[0] = (current + wanted) / 2;
  };
  if (share > 0) setInterval(adjust, TICK_MILLISECONDS).unref();

  return answers({
    hello: () => {
      requests++;
      if (share > 0) loop.run(rounds[0] ?? 0);
      return "Hello World!";
    },
    work: () => {
      const since = { injected: total.injected - asked.injected, own: total.own - asked.own };
      asked = { ...total };
      const work: Work = { requests, injected: since.own > 0 ? since.injected / since.own : 0 };
      return JSON.stringify(work);
    },
  });
}

/** Of all threads of this process. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** A loop that knows what a run of it takes: the median since it was last asked, in seconds. */
function timedLoop() {
  // Not a variable: V8 compiles anew what depends on one that had seemed constant.
  const sink = new Int32Array(1);
  let runs = 0;
  let timed: number[] = [];
  const run = (rounds: number): void => {
    const isTimed = ++runs % TIMED === 0;
    const from = isTimed ? performance.now() : 0;
    let x = sink[0] ?? 0;
    for (let i = 0; i < rounds; i++) x = (Math.imul(x, 1664525) + 1013904223) | 0;
    sink[0] = x;
    if (isTimed) timed.push((performance.now() - from) / 1000);
  };
  return {
    run,
    secondsPerRun: (): number => {
      const each = median(timed);
      timed = [];
      // The clock's own part, which empty runs show.
      for (let i = 0; i < 51 * TIMED; i++) run(0);
      const clock = median(timed);
      timed = [];
      return Math.max(each - clock, 1e-9);
    },
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
