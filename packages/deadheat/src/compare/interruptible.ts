import { Interrupted } from "@deadheat/measure";

/** A signal that is raised with the caller's, but whatever reason that has, with what this package throws. */
export function interruptible(callers: AbortSignal | undefined): AbortSignal {
  const own = new AbortController();
  const stop = () => own.abort(new Interrupted());
  if (callers?.aborted) stop();
  else callers?.addEventListener("abort", stop, { once: true });
  return own.signal;
}
