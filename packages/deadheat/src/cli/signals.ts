import process from "node:process";
import { Interrupted } from "@deadheat/measure";

/** The first signal ends the work in order; a second one does not wait for that. */
export function stopOnSignals(): { signal: AbortSignal; restore: () => void } {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort(new Interrupted());
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, stop);
  return {
    signal: controller.signal,
    restore: () => {
      for (const signal of signals) process.off(signal, stop);
    },
  };
}
