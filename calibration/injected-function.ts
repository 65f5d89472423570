import type { Listenable } from "@deadheat/adapter";
import { answers } from "#answers";

/** The figures of a server about its injected function, at /work. */
export interface Injected {
  /** The median seconds of one call; 0 if the server does not call it. */
  readonly seconds: number;
}

/** The rounds of the loop that every response takes, about 50 us. */
const ROUNDS = 40_000;
/** The approximate cost of HTTP beside the loop, because the injected share is one of the whole response. */
const WITH_HTTP = 1.25;
/** The number of timed calls. */
const TIMED = 2001;

/** Returns a server that calls a function of its own in every response, for a known share of the response's cost. */
export function serverWithInjected(share: number): Listenable {
  const rounds = Math.round(ROUNDS * WITH_HTTP * share);
  // Not a variable: V8 recompiles code that depends on a variable that had seemed constant.
  const sink = new Int32Array(2);
  return answers({
    hello: () => {
      sink[0] = usual(ROUNDS);
      if (rounds > 0) sink[1] = injected(rounds);
      return "Hello World!";
    },
    work: () => {
      const said: Injected = { seconds: rounds === 0 ? 0 : timed(() => injected(rounds)) };
      return JSON.stringify(said);
    },
  });
}

// They are two functions with one body, because a profiler tells functions apart by their place in the source.

function usual(rounds: number): number {
  let x = 0;
  for (let i = 0; i < rounds; i += 8) {
    x = (Math.imul(x, 1664525) + 1013904223) | 0;
    x = (Math.imul(x, 22695477) + 1) | 0;
    x = (Math.imul(x, 1103515245) + 12345) | 0;
    x = (Math.imul(x, 134775813) + 1) | 0;
    x = (Math.imul(x, 214013) + 2531011) | 0;
    x = (Math.imul(x, 69069) + 5) | 0;
    x = (Math.imul(x, 1140671485) + 12820163) | 0;
    x = (Math.imul(x, 16843009) + 826366247) | 0;
  }
  return x;
}

function injected(rounds: number): number {
  let x = 1;
  for (let i = 0; i < rounds; i += 8) {
    x = (Math.imul(x, 1664525) + 1013904223) | 0;
    x = (Math.imul(x, 22695477) + 1) | 0;
    x = (Math.imul(x, 1103515245) + 12345) | 0;
    x = (Math.imul(x, 134775813) + 1) | 0;
    x = (Math.imul(x, 214013) + 2531011) | 0;
    x = (Math.imul(x, 69069) + 5) | 0;
    x = (Math.imul(x, 1140671485) + 12820163) | 0;
    x = (Math.imul(x, 16843009) + 826366247) | 0;
  }
  return x;
}

/** Returns the median seconds of a call. Not the mean: a call that was suspended took no more CPU for that. */
function timed(call: () => number): number {
  const seconds = Array.from({ length: TIMED }, () => {
    const from = performance.now();
    call();
    return (performance.now() - from) / 1000;
  });
  return seconds.toSorted((a, b) => a - b)[Math.floor(TIMED / 2)] ?? 0;
}
