import type { AddressInfo } from "node:net";
import type { Listenable } from "@deadheat/adapter";
import { assertAddon } from "@deadheat/adapter/addon";
import express from "ultimate-express";

assertAddon("uws.node");

export type App = ReturnType<typeof express>;

/** Creates the app once the address is known, because TLS needs the certificate at creation. */
export function listenable(register: (app: App) => void): Listenable {
  return {
    kind: "self",
    listen: ({ hostname, port, tls }) => {
      const secure = tls && { key_file_name: tls.keyFile, cert_file_name: tls.certFile };
      const app = secure ? express({ uwsOptions: secure }) : express();
      // With declarative responses, the framework reads the source of simple handlers, and uWebSockets.js responds
      // without calling them. Such a server would not be measured, and calls in our handlers would be taken for
      // constants.
      app.set("declarative responses", false);
      register(app);
      // When this returns, the server listens.
      const server = app.listen(port, hostname);
      return { port: (server.address() as AddressInfo).port, close: () => server.close() };
    },
  };
}
