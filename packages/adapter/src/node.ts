import process from "node:process";
import { serveOn } from "./serve.ts";
import type { Address, FetchHandler, Listenable, Listening } from "./types.ts";

export type * from "./types.ts";

/**
 * Serves `listenable` on 127.0.0.1 and the port in `PORT` (0 or none: any free one), prints the
 * readiness line, and ends the process with code 0 at SIGTERM. Rejects when it cannot listen.
 */
export function listen(listenable: Listenable): Promise<Listening> {
  return serveOn({ name: "node", version: process.versions.node, listenFetch }, listenable);
}

/**
 * Node has no server of its own for web-standard handlers: srvx is the one that h3 uses too. Loaded only where it is
 * used: no other framework's process has it in it.
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
