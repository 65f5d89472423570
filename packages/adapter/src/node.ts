import process from "node:process";
import { serveOn } from "./serve.ts";
import type { Address, FetchHandler, Listenable, Listening } from "./types.ts";

export type * from "./types.ts";

/**
 * Serves `listenable` on 127.0.0.1 and the port in `PORT` (any free port if unset or 0), and prints the readiness line.
 * At SIGTERM the process exits with code 0. Rejects if it cannot listen.
 */
export function listen(listenable: Listenable): Promise<Listening> {
  return serveOn({ name: "node", version: process.versions.node, listenFetch }, listenable);
}

/**
 * Serves by srvx, as h3 does: Node has no server of this kind. Loaded only here, so that no other process contains it.
 */
async function listenFetch(
  fetch: FetchHandler,
  { hostname, port, protocol, tls }: Address,
): Promise<Listening> {
  if (protocol === "h2c") throw new RangeError("srvx has no HTTP/2 without TLS");
  const { serve } = await import("srvx/node");
  const secure = tls && { tls: { key: tls.key, cert: tls.cert } };
  const server = serve({ fetch, hostname, port, ...secure, silent: true, gracefulShutdown: false });
  await server.ready();
  return { port: Number(new URL(server.url ?? "").port), close: () => server.close(true) };
}
