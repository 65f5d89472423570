import { about, echo, hell, hello, hey, json, notFound, users } from "@deadheat/handlers";
import { openStore } from "@deadheat/stores";
import { listenable } from "./listenable.ts";
import { send, sendJson } from "./send.ts";
import { serveStore } from "./store.ts";

const MAX_BODY_BYTES = 1024 * 1024;

const store = await openStore();

export const app = listenable((server) => {
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
    // A handler that responds later must register for aborted requests.
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
});
