import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { startCompanion, readCpu, cpuUse, openLoop, type Pinning } from "@deadheat/measure";

/** A server that is otherwise fast stops for `stall` seconds each `period` seconds. */
export interface Stall {
  readonly stall: number;
  readonly period: number;
}

export interface StallLoad {
  /** Requests per second. */
  readonly rate: number;
  readonly requests: number;
  readonly connections: number;
  /** Latencies count from when a request was due. */
  readonly correction: boolean;
}

export interface StallMeasured {
  /** The 99th percentile of the latency, in seconds. */
  readonly p99: number;
  /** What it must be when latencies count from when a request was due. */
  readonly expected: number;
  /** Why the figure may not be used; null when it may. */
  readonly void: string | null;
}

/**
 * The latency below which a share `p` of the requests stays, for a server that is busy for a share
 * `busy` of the time besides. A request that comes x seconds into a stall waits for the rest of it,
 * and then for those before it, whose work takes x busy: stall - x (1 - busy) in all. Requests come
 * evenly, so a share (stall - y) / (1 - busy) / period of them waits longer than y. It holds for
 * 1 - p below stall / period.
 */
export function stalledPercentile(p: number, { stall, period }: Stall, busy: number): number {
  return stall - (1 - p) * (1 - busy) * period;
}

/**
 * An open loop against a server with a known fault, whose percentiles are known too: it shows whether
 * latencies are measured as they are told.
 * @throws OhaError when there are no figures. The server is gone when this settles.
 */
export async function measureStall(
  fault: Stall,
  load: StallLoad,
  bench: Parameters<typeof openLoop>[1] & { readonly pinning: Pinning },
): Promise<StallMeasured> {
  const server = await startStalling(fault, bench.pinning);
  try {
    const url = `http://127.0.0.1:${server.port}/hello`;
    // It compiles its request path first: that would be another fault.
    await openLoop({ url, ...load, requests: load.rate }, bench);
    const before = await readCpu(server.pid);
    const result = await openLoop({ url, ...load }, bench);
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
  const script = join(import.meta.dirname, "stalling-server.ts");
  const { child, exit, stop } = startCompanion(pinning, "a stalling server", [script], {
    env: { STALL: String(stall), PERIOD: String(period), NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), "line"),
    exit.then(() => {
      throw new Error("the stalling server ended before it listened");
    }),
  ])) as [string];
  return { port: Number(line), pid: child.pid ?? 0, stop };
}
