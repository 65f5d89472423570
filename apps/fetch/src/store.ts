import { fortunes, hello, queries, row } from "@deadheat/handlers";
import type { Store } from "@deadheat/stores";
import { html, text } from "./text.ts";

type Handler = (request: Request) => Response | Promise<Response>;

/** Adds the routes that read from the chosen store, before those of `handler`. */
export function withStore(store: Store, handler: Handler): Handler {
  return (request) => {
    if (request.method !== "GET") return handler(request);
    const url = request.url;
    const pathAt = url.indexOf("/", 8);
    const queryAt = url.indexOf("?", pathAt);
    const path = queryAt === -1 ? url.slice(pathAt) : url.slice(pathAt, queryAt);
    if (path === hello.pattern) {
      return store.sync ? text(store.hello()) : store.hello().then((greeting) => text(greeting));
    }
    const id = /^\/row\/([^/]+)$/.exec(path)?.[1];
    if (id !== undefined) {
      return store.sync ? json(row.handle(store, id)) : row.handle(store, id).then(json);
    }
    if (!store.sync && path === queries.pattern) {
      const query = new URLSearchParams(queryAt === -1 ? "" : url.slice(queryAt + 1));
      return queries.handle(store, query.get("queries")).then(json);
    }
    if (!store.sync && path === fortunes.pattern) return fortunes.handle(store).then(html);
    return handler(request);
  };
}

function json(value: unknown): Response {
  return Response.json(value);
}
