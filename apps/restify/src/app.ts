import type { Listenable } from "@deadheat/adapter";
import { about, echo, hell, hello, hey, json, notFound, users } from "@deadheat/handlers";
import { openStore } from "@deadheat/stores";
import restify, { type Response } from "restify";
import { options } from "./options.ts";
import { send, sendHtml } from "./send.ts";
import { serveStore } from "./store.ts";

const store = await openStore();
const server = restify.createServer(options);

server.get(hey.pattern, (_, res, next) => send(res, "text/plain", hey.handle(), next));
server.get(hell.pattern, (_, res, next) => send(res, "text/plain", hell.handle(), next));
if (store) serveStore(server, store);
else server.get(hello.pattern, (_, res, next) => send(res, "text/plain", hello.handle(), next));
server.get(about.pattern, (_, res, next) => sendHtml(res, about.handle(), next));
server.get(json.pattern, (_, res, next) => send(res, "application/json", json.handle(), next));
server.get(users.pattern, restify.plugins.queryParser(), (req, res, next) =>
  send(res, "application/json", users.handle(req.params.id, req.query.name), next),
);
server.post(echo.pattern, ...restify.plugins.bodyParser(), (req, res, next) =>
  send(res, "application/json", echo.handle(req.body), next),
);
// After the listener, Restify renders its error by the content type that is set.
server.on("NotFound", (_, res: Response, error: Error, done: () => void) => {
  res.contentType = "text/plain";
  error.toString = notFound.handle;
  done();
});

export const app: Listenable = {
  kind: "node",
  handler: (req, res) => server.server.emit("request", req, res),
};
