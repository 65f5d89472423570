import { serveOn } from "./serve.ts";
import type { Address, FetchHandler, Listenable, Listening } from "./types.ts";

export type * from "./types.ts";

/** What is used of Bun here; its own types clash with those of Node and Deno. */
declare const Bun: {
  readonly version: string;
  serve(options: Address & { fetch: FetchHandler }): {
    readonly port: number;
    stop(closeActiveConnections: boolean): Promise<void>;
  };
};

/**
 * Serves `listenable` on 127.0.0.1 and the port in `PORT` (0 or none: any free one), prints the
 * readiness line, and ends the process with code 0 at SIGTERM. Rejects when it cannot listen.
 */
export function listen(listenable: Listenable): Promise<Listening> {
  return serveOn({ name: "bun", version: Bun.version, listenFetch }, listenable);
}

function listenFetch(fetch: FetchHandler, address: Address): Listening {
  const server = Bun.serve({ ...address, fetch });
  return { port: server.port, close: () => server.stop(true) };
}
