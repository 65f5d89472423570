import type { Listenable } from "@deadheat/adapter";
import { assertAddon } from "@deadheat/adapter/addon";
import { App as PlainApp, SSLApp, us_socket_local_port } from "uWebSockets.js";
import expressify from "uwebsockets-express";

assertAddon("uws.node");

export type App = ReturnType<typeof expressify.default>;

/** LIBUS_LISTEN_EXCLUSIVE_PORT, without which two servers would share a port without an error. */
const EXCLUSIVE_PORT = 1;

/** Creates the app once the address is known, because uWebSockets.js needs the certificate at creation. */
export function listenable(register: (app: App) => void): Listenable {
  return {
    kind: "self",
    listen: ({ hostname, port, tls }) => {
      const server = tls
        ? SSLApp({ key_file_name: tls.keyFile, cert_file_name: tls.certFile })
        : PlainApp();
      // The types describe a CommonJS module, but Node loads the ES module.
      register((expressify as unknown as typeof expressify.default)(server));
      return new Promise((resolve, reject) => {
        // The framework's own `listen` takes no address, and would be open to the network.
        server.listen(hostname, port, EXCLUSIVE_PORT, (socket) => {
          if (!socket) return reject(new Error(`cannot listen on ${hostname}:${port}`));
          resolve({ port: us_socket_local_port(socket), close: () => server.close() });
        });
      });
    },
  };
}
