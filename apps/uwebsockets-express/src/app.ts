import type { Listenable } from "@deadheat/adapter";
import { assertAddon } from "@deadheat/adapter/addon";
import { about, echo, hell, hello, hey, json, notFound, users } from "@deadheat/handlers";
import { openStore } from "@deadheat/stores";
import express from "express";
import { App, us_socket_local_port } from "uWebSockets.js";
import expressify from "uwebsockets-express";
import { serveStore } from "./store.ts";

assertAddon("uws.node");

const store = await openStore();
const server = App();
// Its types describe a CommonJS module; what Node loads is the ES module.
const handler = (expressify as unknown as typeof expressify.default)(server);

handler.get(hey.pattern, (_, res) => void res.type("text").send(hey.handle()));
handler.get(hell.pattern, (_, res) => void res.type("text").send(hell.handle()));
if (store) serveStore(handler, store);
else handler.get(hello.pattern, (_, res) => void res.type("text").send(hello.handle()));
handler.get(about.pattern, (_, res) => void res.send(about.handle()));
handler.get(json.pattern, (_, res) => void res.json(json.handle()));
handler.get(
  users.pattern,
  (req, res) => void res.json(users.handle(req.params.id as string, req.query.name as string)),
);
handler.post(echo.pattern, express.json(), (req, res) => void res.json(echo.handle(req.body)));
handler.use((_, res) => void res.status(404).type("text").send(notFound.handle()));

/** LIBUS_LISTEN_EXCLUSIVE_PORT: otherwise two servers would share a port without an error. */
const EXCLUSIVE_PORT = 1;

export const app: Listenable = {
  kind: "self",
  listen: ({ hostname, port }) =>
    new Promise((resolve, reject) => {
      // Its own `listen` takes no address, and would be open to the network.
      server.listen(hostname, port, EXCLUSIVE_PORT, (socket) => {
        if (!socket) return reject(new Error(`cannot listen on ${hostname}:${port}`));
        resolve({ port: us_socket_local_port(socket), close: () => server.close() });
      });
    }),
};
