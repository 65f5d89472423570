import { serveOn } from "./serve.ts";
import type { Address, FetchHandler, Listenable, Listening } from "./types.ts";

export type * from "./types.ts";

/** The part of Bun that this file uses. Bun's own types clash with those of Node and Deno. */
declare const Bun: {
  readonly version: string;
  serve(
    options: Pick<Address, "hostname" | "port"> & {
      fetch: FetchHandler;
      tls?: { key: string; cert: string };
      http2?: boolean;
    },
  ): {
    readonly port: number;
    stop(closeActiveConnections: boolean): Promise<void>;
  };
};

/**
 * Serves `listenable` on 127.0.0.1 and the port in `PORT` (any free port if unset or 0), and prints the readiness line.
 * At SIGTERM the process exits with code 0. Rejects if it cannot listen.
 */
export function listen(listenable: Listenable): Promise<Listening> {
  return serveOn({ name: "bun", version: Bun.version, listenFetch }, listenable);
}

function listenFetch(fetch: FetchHandler, { hostname, port, protocol, tls }: Address): Listening {
  const secure = tls && { tls: { key: tls.key, cert: tls.cert } };
  const second = (protocol === "h2" || protocol === "h2c") && { http2: true };
  const server = Bun.serve({ hostname, port, fetch, ...secure, ...second });
  return { port: server.port, close: () => server.stop(true) };
}
