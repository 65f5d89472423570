import type { Listenable } from "@deadheat/adapter";
import { assertAddon } from "@deadheat/adapter/addon";
import { App, SSLApp, us_socket_local_port, type TemplatedApp } from "uWebSockets.js";

assertAddon("uws.node");

/** LIBUS_LISTEN_EXCLUSIVE_PORT, without which two servers would share a port without an error. */
const EXCLUSIVE_PORT = 1;

/** Creates the server once the address is known, because TLS needs the certificate at creation. */
export function listenable(register: (server: TemplatedApp) => void): Listenable {
  return {
    kind: "self",
    listen: ({ hostname, port, tls }) => {
      const server = tls
        ? SSLApp({ key_file_name: tls.keyFile, cert_file_name: tls.certFile })
        : App();
      register(server);
      return new Promise((resolve, reject) => {
        server.listen(hostname, port, EXCLUSIVE_PORT, (socket) => {
          if (!socket) return reject(new Error(`cannot listen on ${hostname}:${port}`));
          resolve({ port: us_socket_local_port(socket), close: () => server.close() });
        });
      });
    },
  };
}
