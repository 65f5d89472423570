import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { startCompanion } from "./companion.ts";
import type { Pinning } from "./pinning.ts";
import type { CoreSpeed } from "../record.ts";

/**
 * Tells how fast the servers' CPU itself is while they are measured, by work of its own that is always the
 * same. On a shared machine that changes: whoever runs on the core's other hardware thread takes up to half
 * of it, for milliseconds or minutes, and the kernel calls it neither steal nor anything else. The
 * servers' own figures would tell too, but nobody may choose blocks by the figures that they give.
 */
export interface CoreClock {
  /** From here on. */
  readonly restart: () => Promise<void>;
  /** Since then; null: it has told nothing. */
  readonly read: () => Promise<{ speed: CoreSpeed; cpuSeconds: number } | null>;
  /** Settles when its process is gone. */
  readonly stop: () => Promise<void>;
}

interface Reading {
  /** Of the question: what is answered too late belongs to none. */
  readonly id: number;
  readonly ticks: number[];
  readonly cpuSeconds: number;
}

const ANSWER_WITHIN_MILLISECONDS = 1000;

const silent: CoreClock = {
  restart: async () => {},
  read: async () => null,
  stop: async () => {},
};

/**
 * Starts one, without waiting for it, on the servers' CPU; where processes are not pinned there is no such
 * CPU, and it stays silent.
 * So does one that cannot be started or dies: its block is no worse for that than one of a machine that has none.
 */
export function startCoreClock(pinning: Pinning): CoreClock {
  if (pinning.mode === "none") return silent;
  const script = fileURLToPath(new URL("./core-ticks.ts", import.meta.url));
  const { child, stop } = startCompanion(pinning, "the core clock", [script], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  if (child.pid === undefined) return silent;
  let asked = 0;
  const ask = () => askOf(child, ++asked);
  return {
    restart: async () => void (await ask()),
    read: async () => {
      const reading = await ask();
      if (reading === null || reading.ticks.length === 0) return null;
      return { speed: speedOf(reading.ticks), cpuSeconds: reading.cpuSeconds };
    },
    stop,
  };
}

function speedOf(ticks: readonly number[]): CoreSpeed {
  const mean = ticks.reduce((sum, tick) => sum + tick, 0) / ticks.length;
  return { ticks: ticks.length, mean, fastest: Math.min(...ticks) };
}

/** Null when it does not answer: it is gone, or the CPU is kept from it. */
async function askOf(child: ChildProcess, id: number): Promise<Reading | null> {
  if (!child.connected) return null;
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MILLISECONDS);
  try {
    child.send(id, () => {});
    for (;;) {
      const [reading] = (await once(child, "message", { signal })) as [Reading];
      if (reading.id === id) return reading;
    }
  } catch {
    return null;
  }
}
