import type { AddressInfo } from "node:net";
import type { Listenable } from "@deadheat/adapter";
import { assertAddon } from "@deadheat/adapter/addon";
import express from "ultimate-express";

assertAddon("uws.node");

export type App = ReturnType<typeof express>;

/** The app is made when it is known where it listens: for TLS it wants the certificate then. */
export function listenable(register: (app: App) => void): Listenable {
  return {
    kind: "self",
    listen: ({ hostname, port, tls }) => {
      const secure = tls && { key_file_name: tls.keyFile, cert_file_name: tls.certFile };
      const app = secure ? express({ uwsOptions: secure }) : express();
      // It reads the source of simple handlers and lets uWebSockets.js answer in their place, without ever
      // calling them: no server is measured so here, and it takes calls of ours for constants.
      app.set("declarative responses", false);
      register(app);
      // It listens when this returns, or has thrown.
      const server = app.listen(port, hostname);
      return { port: (server.address() as AddressInfo).port, close: () => server.close() };
    },
  };
}
