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
 * Serves a web-standard handler by srvx, because Node has no such server of its own. h3 uses srvx too. It is loaded
 * only here, so no other framework's process contains it.
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
