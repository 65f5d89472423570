import type { Listenable } from "@deadheat/adapter";
import { assertAddon } from "@deadheat/adapter/addon";
import { Server } from "hyper-express";

assertAddon("uws.node");

/** Creates the server once the address is known, because TLS needs the certificate at creation. */
export function listenable(register: (server: Server) => void): Listenable {
  return {
    kind: "self",
    listen: async ({ hostname, port, tls }) => {
      const secure = tls && { key_file_name: tls.keyFile, cert_file_name: tls.certFile };
      const server = secure ? new Server(secure) : new Server();
      register(server);
      await server.listen(port, hostname);
      return { port: server.port, close: () => server.force_close() };
    },
  };
}
