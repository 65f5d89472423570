import type { Listenable } from "@deadheat/adapter";
import { about, echo, hell, hello, hey, json, notFound, users } from "@deadheat/handlers";
import { openStore } from "@deadheat/stores";
import { serve } from "./serve.ts";
import { withStore } from "./store.ts";
import { text } from "./text.ts";

/** srvx has no router. It passes every request to one function, the same on every runtime. */
async function fetch(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (request.method === "GET") {
    switch (pathname) {
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
    const id = /^\/users\/([^/]+)$/.exec(pathname)?.[1];
    if (id !== undefined) {
      return Response.json(users.handle(decodeURIComponent(id), searchParams.get("name")));
    }
  } else if (request.method === "POST" && pathname === echo.pattern) {
    return Response.json(echo.handle(await request.json()));
  }
  return text(notFound.handle(), 404);
}

const store = await openStore();
const handler = store ? withStore(store, fetch) : fetch;

export const app: Listenable = {
  kind: "self",
  listen: (address) => serve(handler, address),
};
