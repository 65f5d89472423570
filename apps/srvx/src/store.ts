import type { FetchHandler } from "@deadheat/adapter";
import { fortunes, hello, queries, row } from "@deadheat/handlers";
import type { Store } from "@deadheat/stores";
import { html, text } from "./text.ts";

/** Adds the routes that read from the chosen store, before those of `handler`. */
export function withStore(store: Store, handler: FetchHandler): FetchHandler {
  return (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (request.method !== "GET") return handler(request);
    if (pathname === hello.pattern) {
      return store.sync ? text(store.hello()) : store.hello().then((greeting) => text(greeting));
    }
    const id = /^\/row\/([^/]+)$/.exec(pathname)?.[1];
    if (id !== undefined) {
      return store.sync ? json(row.handle(store, id)) : row.handle(store, id).then(json);
    }
    if (!store.sync && pathname === queries.pattern) {
      return queries.handle(store, searchParams.get("queries")).then(json);
    }
    if (!store.sync && pathname === fortunes.pattern) return fortunes.handle(store).then(html);
    return handler(request);
  };
}

function json(value: unknown): Response {
  return Response.json(value);
}
