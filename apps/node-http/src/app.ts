import type { IncomingMessage, ServerResponse } from "node:http";
import { json as readJson } from "node:stream/consumers";
import type { Listenable } from "@deadheat/adapter";
import { about, echo, hell, hello, hey, json, notFound, users } from "@deadheat/handlers";
import { openStore } from "@deadheat/stores";
import { send, sendJson } from "./send.ts";
import { withStore } from "./store.ts";

const store = await openStore();
export const app: Listenable = {
  kind: "node",
  handler: store ? withStore(store, handler) : handler,
};

async function handler(request: IncomingMessage, response: ServerResponse) {
  const url = request.url ?? "/";
  const queryAt = url.indexOf("?");
  const path = queryAt === -1 ? url : url.slice(0, queryAt);
  if (request.method === "GET") {
    switch (path) {
      case hey.pattern:
        return send(response, 200, "text/plain", hey.handle());
      case hell.pattern:
        return send(response, 200, "text/plain", hell.handle());
      case hello.pattern:
        return send(response, 200, "text/plain", hello.handle());
      case about.pattern:
        return send(response, 200, "text/html", about.handle());
      case json.pattern:
        return sendJson(response, json.handle());
    }
    const id = /^\/users\/([^/]+)$/.exec(path)?.[1];
    if (id !== undefined) {
      const query = new URLSearchParams(queryAt === -1 ? "" : url.slice(queryAt + 1));
      return sendJson(response, users.handle(decodeURIComponent(id), query.get("name")));
    }
  } else if (request.method === "POST" && path === echo.pattern) {
    return sendJson(response, echo.handle(await readJson(request)));
  }
  send(response, 404, "text/plain", notFound.handle());
}
