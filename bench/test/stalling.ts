import type { StdioOptions } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import type { OpenLoad } from "@deadheat/oha";
import { calibrationDirectory } from "../src/targets/project.ts";
import {
  pinned,
  startFamily,
  readCpu,
  cpuUse,
  generate,
  type Generator,
  type Pinning,
} from "@deadheat/measure";

/** The fault of a server that is otherwise fast: every `period` seconds it stops for `stall` seconds. */
export interface Stall {
  readonly stall: number;
  readonly period: number;
}

type StallLoad = Pick<OpenLoad, "ratePerSecond" | "requests" | "connections">;

export interface StallMeasured {
  /** The 99th percentile of the latency, in seconds. */
  readonly p99: number;
  /** The true 99th percentile, if latencies count from the scheduled time of a request. */
  readonly expected: number;
  /** The reason why the metric may not be used. null if it may be used. */
  readonly void: string | null;
}

/**
 * Returns the `p` quantile of the latencies of a server that stalls, and is also busy for a share `busy` of the time.
 * A request that arrives x seconds into a stall waits for the rest of the stall. Then it waits for the requests before
 * it, whose work takes x busy. Its wait is therefore stall - x (1 - busy). Requests arrive evenly, so a share
 * (stall - y) / (1 - busy) / period of them waits longer than y. The formula is valid for 1 - p below stall / period.
 */
export function stalledPercentile(p: number, { stall, period }: Stall, busy: number): number {
  return stall - (1 - p) * (1 - busy) * period;
}

/**
 * Measures a server with a known fault in an open loop. The true percentiles are known, so the result shows whether
 * latencies are measured correctly. The server is gone when the promise settles.
 * @throws OhaError if there are no metrics
 */
export async function measureStall(
  fault: Stall,
  load: StallLoad,
  generator: Generator,
): Promise<StallMeasured> {
  const server = await startStalling(fault, generator.pinning);
  try {
    const url = `http://127.0.0.1:${server.port}/hello`;
    const open = { mode: "open", url, ...load } as const;
    // The first requests compile the server's code, which would be another fault.
    await generate({ ...open, requests: load.ratePerSecond }, generator, url);
    const before = await readCpu(server.pid);
    const result = await generate(open, generator, url);
    const { run } = cpuUse(before, await readCpu(server.pid));
    return {
      p99: result.latency?.p99 ?? Number.NaN,
      expected: stalledPercentile(0.99, fault, run / result.seconds),
      void: result.void,
    };
  } finally {
    await server.stop();
  }
}

async function startStalling({ stall, period }: Stall, pinning: Pinning) {
  const script = join(calibrationDirectory, "stalling", "main.ts");
  const command = [...pinned(pinning, "server"), process.execPath, script];
  const env = { STALL: String(stall), PERIOD: String(period), NODE_ENV: "production" };
  const stdio: StdioOptions = ["ignore", "pipe", "inherit"];
  const { child, family } = startFamily(command, { env, stdio }, "a stalling server");
  const stop = () => {
    family.kill();
    return family.gone;
  };
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), "line"),
    family.gone.then(() => {
      throw new Error("the stalling server ended before it listened");
    }),
  ])) as [string];
  return { port: Number(line), pid: child.pid ?? 0, stop };
}
