import type { Listenable } from "@deadheat/adapter";
import { about, echo, hell, hello, hey, json, notFound, users } from "@deadheat/handlers";
import { openStore } from "@deadheat/stores";
import { withStore } from "./store.ts";
import { text } from "./text.ts";

const store = await openStore();
export const app: Listenable = { kind: "fetch", fetch: store ? withStore(store, fetch) : fetch };

function fetch(request: Request): Response | Promise<Response> {
  const url = request.url;
  // The path follows scheme and authority. A thin server does not parse the whole URL to find its route.
  const pathAt = url.indexOf("/", 8);
  const queryAt = url.indexOf("?", pathAt);
  const path = queryAt === -1 ? url.slice(pathAt) : url.slice(pathAt, queryAt);
  if (request.method === "GET") {
    switch (path) {
      case hey.pattern:
        return text(hey.handle());
      case hell.pattern:
        return text(hell.handle());
      case hello.pattern:
        return text(hello.handle());
      case about.pattern:
        return new Response(about.handle(), { headers: { "content-type": "text/html" } });
      case json.pattern:
        return Response.json(json.handle());
    }
    const id = /^\/users\/([^/]+)$/.exec(path)?.[1];
    if (id !== undefined) {
      const query = new URLSearchParams(queryAt === -1 ? "" : url.slice(queryAt + 1));
      return Response.json(users.handle(decodeURIComponent(id), query.get("name")));
    }
  } else if (request.method === "POST" && path === echo.pattern) {
    return request.json().then((body) => Response.json(echo.handle(body)));
  }
  return text(notFound.handle(), 404);
}
