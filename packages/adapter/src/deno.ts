import { serveOn } from "./serve.ts";
import type { Address, FetchHandler, Listenable, Listening } from "./types.ts";

export type * from "./types.ts";

/** The part of Deno that this file uses. Deno's own types clash with those of Node and Bun. */
declare const Deno: {
  readonly version: { readonly deno: string };
  serve(
    options: Pick<Address, "hostname" | "port"> & {
      onListen: () => void;
      signal: AbortSignal;
      key?: string;
      cert?: string;
    },
    fetch: FetchHandler,
  ): { readonly addr: { readonly port: number }; readonly finished: Promise<void> };
};

/**
 * Serves `listenable` on 127.0.0.1 and the port in `PORT` (any free port if unset or 0), and prints the readiness line.
 * At SIGTERM the process exits with code 0. Rejects if it cannot listen.
 */
export function listen(listenable: Listenable): Promise<Listening> {
  const { deno: version } = Deno.version;
  return serveOn({ name: "deno", version, listenFetch, withoutHttp2 }, listenable);
}

/** The reason to reject node:http2. Ten connections with ten streams each, ending at once, mostly cause the crash. */
const withoutHttp2 =
  "Deno's node:http2 crashes in nghttp2 when busy connections end (denoland/deno#36788)";

/** Serves a web-standard handler. The client chooses HTTP/2: by ALPN over TLS, or with its preface. */
function listenFetch(fetch: FetchHandler, { hostname, port, tls }: Address): Listening {
  // An aborted server drops its connections at once. `shutdown()` would wait for idle ones.
  const stop = new AbortController();
  const server = Deno.serve(
    {
      hostname,
      port,
      ...(tls && { key: tls.key, cert: tls.cert }),
      onListen: () => {},
      signal: stop.signal,
    },
    fetch,
  );
  const close = () => {
    stop.abort();
    return server.finished;
  };
  return { port: server.addr.port, close };
}
