import { serveOn } from "./serve.ts";
import type { Address, FetchHandler, Listenable, Listening } from "./types.ts";

export type * from "./types.ts";

/** What is used of Deno here; its own types clash with those of Node and Bun. */
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
 * Serves `listenable` on 127.0.0.1 and the port in `PORT` (0 or none: any free one), prints the
 * readiness line, and ends the process with code 0 at SIGTERM. Rejects when it cannot listen.
 */
export function listen(listenable: Listenable): Promise<Listening> {
  const { deno: version } = Deno.version;
  return serveOn({ name: "deno", version, listenFetch, withoutHttp2 }, listenable);
}

/** Ten connections with ten streams each that end at the same time suffice, most times. */
const withoutHttp2 =
  "Deno's node:http2 crashes in nghttp2 when busy connections end (denoland/deno#36788)";

/** HTTP/2 is what a client asks for: by ALPN over TLS, or with its preface. */
function listenFetch(fetch: FetchHandler, { hostname, port, tls }: Address): Listening {
  // An aborted server drops its connections at once; `shutdown()` would wait for idle ones.
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
