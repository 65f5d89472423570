import type { Address, Listenable } from "@deadheat/adapter";
import Fastify, { type FastifyInstance } from "fastify";

/** Serves a Fastify server with the routes that `register` adds. */
export function listenable(
  register: (server: FastifyInstance) => void | Promise<void>,
): Listenable {
  return {
    kind: "self",
    listen: async (address) => {
      const server = Fastify(optionsFor(address));
      await register(server);
      const url = await server.listen({ host: address.hostname, port: address.port });
      const close = () => {
        // The server of HTTP/2 has no such function. Fastify closes its sessions.
        server.server.closeAllConnections?.();
        return server.close();
      };
      return { port: Number(new URL(url).port), close };
    },
  };
}

/**
 * Returns the options of a protocol; empty for plain HTTP/1.1. The types differ by these options, the routes do not.
 */
function optionsFor({ protocol, tls }: Address): object {
  const second = (protocol === "h2" || protocol === "h2c") && { http2: true };
  const secure = tls && { https: { key: tls.key, cert: tls.cert } };
  return { ...second, ...secure };
}
