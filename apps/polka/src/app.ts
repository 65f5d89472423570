import { json as readJson } from "node:stream/consumers";
import type { Listenable } from "@deadheat/adapter";
import { about, echo, hell, hello, hey, json, notFound, users } from "@deadheat/handlers";
import { openStore } from "@deadheat/stores";
import polka, { type Request } from "polka";
import { send, sendJson } from "./send.ts";
import { serveStore } from "./store.ts";

const store = await openStore();
const server = polka({ onNoMatch: (_, res) => send(res, 404, "text/plain", notFound.handle()) });

server.get(hey.pattern, (_, res) => send(res, 200, "text/plain", hey.handle()));
server.get(hell.pattern, (_, res) => send(res, 200, "text/plain", hell.handle()));
if (store) serveStore(server, store);
else server.get(hello.pattern, (_, res) => send(res, 200, "text/plain", hello.handle()));
server.get(about.pattern, (_, res) => send(res, 200, "text/html", about.handle()));
server.get(json.pattern, (_, res) => sendJson(res, json.handle()));
server.get(users.pattern, (req, res) =>
  sendJson(res, users.handle(req.params.id as string, req.query.name as string)),
);
server.post(echo.pattern, async (req, res) => sendJson(res, echo.handle(await readJson(req))));

export const app: Listenable = {
  kind: "node",
  // Polka adds its own fields to the request, as it does behind its `listen`.
  handler: (req, res) => server.handler(req as Request, res),
};
