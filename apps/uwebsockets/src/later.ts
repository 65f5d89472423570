import type { HttpResponse } from "uWebSockets.js";

/** Calls `answer` with the value, corked, unless the client has disconnected by then. */
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
