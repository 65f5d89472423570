import type { HttpResponse } from "uWebSockets.js";

/** What answers later must not write to a client that went away, and corks what it writes. */
export function later<T>(res: HttpResponse, value: Promise<T>, answer: (value: T) => void): void {
  let aborted = false;
  res.onAborted(() => {
    aborted = true;
  });
  value.then(
    (found) => aborted || res.cork(() => answer(found)),
    () => aborted || res.close(),
  );
}
