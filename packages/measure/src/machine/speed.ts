import { closeSync, openSync, writeSync } from "node:fs";
import { devNull } from "node:os";
import process from "node:process";
import { moveMainThread, type Pinning } from "./pinning.ts";

/**
 * The CPU seconds of one turn of the loop on an ordinary machine, where node:http takes 10 µs per request. In 15 rounds of a
 * slow hour node:http took 2.83 times as long as a turn.
 */
const USUAL_SECONDS = 3.5e-6;

/** The factor by which ordinary machines differ, and a machine from hour to hour. Limits are not that exact. */
const ORDINARY = 1.5;

/** The loop runs this often for so many seconds. The cheapest one counts: the first ones also get their memory. */
const [TIMES, SECONDS_EACH] = [6, 0.003];

/**
 * Returns how many times slower the servers' CPU is at this moment than that of an ordinary machine. Limits in CPU seconds
 * that sort servers by their work are multiplied by it, so that they mean the same work in a slow hour. The loop counts CPU
 * time, so processes that take turns with it do not matter.
 */
export function slowness(pinning: Pinning): number {
  const isMoved = moveMainThread(pinning, "server");
  const file = openSync(devNull, "w");
  try {
    return slownessOf(Array.from({ length: TIMES }, () => turnSeconds(file)));
  } finally {
    closeSync(file);
    if (isMoved) moveMainThread(pinning, "generators");
  }
}

/**
 * Returns how many times slower than an ordinary machine this one is; 1 if it is about as fast.
 * @param seconds the CPU seconds of a turn of the loop, of each time
 */
export function slownessOf(seconds: readonly number[]): number {
  const slower = Math.min(...seconds) / USUAL_SECONDS;
  return slower > ORDINARY || slower < 1 / ORDINARY ? slower : 1;
}

/** A document of the size of a small response. */
const text = JSON.stringify(
  Array.from({ length: 12 }, (_, id) => ({ id, name: `user ${id}`, tags: ["a", "b"], at: id / 7 })),
);

/**
 * Repeats the loop for a while, and returns the CPU seconds of one turn. It reads and writes text and calls the system, as
 * servers do, in code that is compiled before Node starts: none of it has to be warm.
 */
function turnSeconds(file: number): number {
  const until = performance.now() + 1000 * SECONDS_EACH;
  const before = cpuSeconds();
  let turns = 0;
  for (; performance.now() < until; turns++) writeSync(file, JSON.stringify(JSON.parse(text)));
  return (cpuSeconds() - before) / turns;
}

/**
 * Returns the CPU seconds of this process, whose other threads rest meanwhile. Linux brings the clock of the process up to
 * date when it is read, and that of a thread only 250 times a second.
 */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
