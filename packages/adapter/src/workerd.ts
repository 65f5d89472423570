import type { FetchHandler, Listenable } from "./types.ts";

export type * from "./types.ts";

/** The worker of this process. workerd listens itself, on the address in its config, and calls `fetch`. */
const worker: { fetch?: FetchHandler } = {};
export default worker;

/** Serves `listenable`, whose handler must be a web-standard one. @throws RangeError for any other */
export function listen(listenable: Listenable): void {
  if (listenable.kind !== "fetch") throw new RangeError("workerd serves only fetch handlers");
  worker.fetch = listenable.fetch;
}
