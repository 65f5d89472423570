import type { Address, FetchHandler, Listening } from "@deadheat/adapter";
import { serve as listen } from "srvx";

/** Serves on every runtime. Over TLS, Node and Deno speak HTTP/2 by default, and Bun needs an option. */
export async function serve(
  fetch: FetchHandler,
  { hostname, port, protocol, tls }: Address,
): Promise<Listening> {
  const secure = tls && { tls: { key: tls.key, cert: tls.cert } };
  const second = (protocol === "h2" || protocol === "h2c") && { bun: { http2: true } };
  const server = listen({
    fetch,
    hostname,
    port,
    ...secure,
    ...second,
    silent: true,
    gracefulShutdown: false,
  });
  await server.ready();
  return { port: Number(new URL(server.url ?? "").port), close: () => server.close(true) };
}
