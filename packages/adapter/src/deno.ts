import { serveOn } from "./serve.ts";
import type { Address, FetchHandler, Listenable, Listening } from "./types.ts";

export type * from "./types.ts";

/** What is used of Deno here; its own types clash with those of Node and Bun. */
declare const Deno: {
  readonly version: { readonly deno: string };
  serve(
    options: Address & { onListen: () => void; signal: AbortSignal },
    fetch: FetchHandler,
  ): { readonly addr: { readonly port: number }; readonly finished: Promise<void> };
};

/**
 * Serves `listenable` on 127.0.0.1 and the port in `PORT` (0 or none: any free one), prints the
 * readiness line, and ends the process with code 0 at SIGTERM. Rejects when it cannot listen.
 */
export function listen(listenable: Listenable): Promise<Listening> {
  return serveOn({ name: "deno", version: Deno.version.deno, listenFetch }, listenable);
}

function listenFetch(fetch: FetchHandler, address: Address): Listening {
  // An aborted server drops its connections at once; `shutdown()` would wait for idle ones.
  const stop = new AbortController();
  const server = Deno.serve({ ...address, onListen: () => {}, signal: stop.signal }, fetch);
  const close = () => {
    stop.abort();
    return server.finished;
  };
  return { port: server.addr.port, close };
}
