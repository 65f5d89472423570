import type { Address, Listenable } from "@deadheat/adapter";
import Fastify, { type FastifyInstance } from "fastify";

/** A server of Fastify's own with the routes that `register` gives it. */
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
        // HTTP/2's server has no such function; Fastify closes its sessions.
        server.server.closeAllConnections?.();
        return server.close();
      };
      return { port: Number(new URL(url).port), close };
    },
  };
}

/** Over HTTP/1.1 without TLS: none. The types tell servers apart by these, the routes do not. */
function optionsFor({ protocol, tls }: Address): object {
  const second = (protocol === "h2" || protocol === "h2c") && { http2: true };
  const secure = tls && { https: { key: tls.key, cert: tls.cert } };
  return { ...second, ...secure };
}
