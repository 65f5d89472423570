import { formatDuration } from "@deadheat/report/format";
import type { Note } from "../step.ts";

const EVERY_SECONDS = 30;

/**
 * Passes progress on, and repeats the latest line with its age whenever half a minute passes without another one. So a slow
 * install or a heavy server does not look like a command that hangs.
 */
export function heartbeat(note: Note): { readonly note: Note; readonly stop: () => void } {
  let latest = "Preparing";
  let since = performance.now();
  const timer = setInterval(() => {
    note(`Still at work after ${formatDuration((performance.now() - since) / 1000)}: ${latest}`);
  }, EVERY_SECONDS * 1000).unref();
  return {
    note: (line, step) => {
      [latest, since] = [line, performance.now()];
      timer.refresh();
      note(line, step);
    },
    stop: () => clearInterval(timer),
  };
}
