import type { Listenable } from "@deadheat/adapter";
import { assertAddon } from "@deadheat/adapter/addon";
import { about, echo, hell, hello, hey, json, notFound, users } from "@deadheat/handlers";
import { openStore } from "@deadheat/stores";
import { App, us_socket_local_port } from "uWebSockets.js";
import { send, sendJson } from "./send.ts";
import { serveStore } from "./store.ts";

assertAddon("uws.node");

const store = await openStore();
const server = App();

server.get(hey.pattern, (res) => send(res, "text/plain", hey.handle()));
server.get(hell.pattern, (res) => send(res, "text/plain", hell.handle()));
if (store) serveStore(server, store);
else server.get(hello.pattern, (res) => send(res, "text/plain", hello.handle()));
server.get(about.pattern, (res) => send(res, "text/html", about.handle()));
server.get(json.pattern, (res) => sendJson(res, json.handle()));
server.get(users.pattern, (res, req) =>
  sendJson(
    res,
    users.handle(decodeURIComponent(req.getParameter("id") ?? ""), req.getQuery("name")),
  ),
);
server.post(echo.pattern, (res) => {
  // Every answer that is not given at once needs to know of a client that went away.
  res.onAborted(() => {});
  res.collectBody(MAX_BODY_BYTES, (body) => {
    if (body === null) res.close();
    else sendJson(res, echo.handle(JSON.parse(Buffer.from(body).toString())));
  });
});
server.any("/*", (res) => {
  res.writeStatus("404 Not Found");
  send(res, "text/plain", notFound.handle());
});

const MAX_BODY_BYTES = 1024 * 1024;

/** LIBUS_LISTEN_EXCLUSIVE_PORT: otherwise two servers would share a port without an error. */
const EXCLUSIVE_PORT = 1;

export const app: Listenable = {
  kind: "self",
  listen: ({ hostname, port }) =>
    new Promise((resolve, reject) => {
      server.listen(hostname, port, EXCLUSIVE_PORT, (socket) => {
        if (!socket) return reject(new Error(`cannot listen on ${hostname}:${port}`));
        resolve({ port: us_socket_local_port(socket), close: () => server.close() });
      });
    }),
};
