import type { AddressInfo } from "node:net";
import type { Listenable } from "@deadheat/adapter";
import { assertAddon } from "@deadheat/adapter/addon";
import { about, echo, hell, hello, hey, json, notFound, users } from "@deadheat/handlers";
import { openStore } from "@deadheat/stores";
import express from "ultimate-express";
import { serveStore } from "./store.ts";

assertAddon("uws.node");

const store = await openStore();
const handler = express();
// It reads the source of simple handlers and lets uWebSockets.js answer in their place, without ever
// calling them: no server is measured so here, and it takes calls of ours for constants.
handler.set("declarative responses", false);

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

export const app: Listenable = {
  kind: "self",
  listen: ({ hostname, port }) => {
    // It listens when this returns, or has thrown.
    const server = handler.listen(port, hostname);
    return { port: (server.address() as AddressInfo).port, close: () => server.close() };
  },
};
