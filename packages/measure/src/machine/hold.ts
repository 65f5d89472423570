import type { Warning } from "@deadheat/journal";
import { holdMachine, type Hold } from "./lock.ts";
import { endLeftovers } from "./processes.ts";

/**
 * Runs `work`, which measures, as the only one on this machine. First ends the processes that a killed command has
 * left.
 * @throws EnvironmentError if another command measures and concurrency was not allowed
 */
export async function alone<T>(
  allowConcurrent: boolean,
  note: (line: string) => void,
  work: (hold: Hold) => Promise<T>,
): Promise<T> {
  for (const { what, pid } of await endLeftovers()) {
    note(`ended ${what} (process ${pid}), left by a command that was killed`);
  }
  const hold = await holdMachine({ allowConcurrent });
  try {
    return await work(hold);
  } finally {
    hold.release();
  }
}

/** Returns a warning if other runs measured at the same time. */
export function concurrencyWarnings({ others }: Hold): Warning[] {
  const pids = others();
  if (pids.length === 0) return [];
  const message =
    `another run measured on this machine at the same time (process ${pids.join(", ")}): ` +
    "the figures of both are disturbed";
  return [{ code: "concurrent", message }];
}
