import { median } from "@deadheat/stats";
import type { Side } from "@deadheat/journal";
import type { Cell } from "../documents/result.ts";

/** Returns the median; null if there is no value. */
export function medianOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : median(values);
}

/** Returns the medians over processes of the start time and of the idle and peak memory. */
export function processMetrics(
  processes: readonly { [Key in "startup" | "memory"]?: Side[Key] | null }[],
): Pick<Cell, "startup" | "memory"> {
  const starts = processes.flatMap(({ startup }) => startup ?? []);
  const memories = processes.flatMap(({ memory }) => memory ?? []);
  const ready = medianOf(starts.map((start) => start.ready));
  const firstByte = medianOf(starts.map((start) => start.firstByte));
  const idle = medianOf(memories.map((memory) => memory.idle));
  const peak = medianOf(memories.map((memory) => memory.peak));
  return {
    startup: ready === null || firstByte === null ? null : { ready, firstByte },
    memory: idle === null || peak === null ? null : { idle, peak },
  };
}
