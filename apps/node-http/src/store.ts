import type { IncomingMessage, ServerResponse } from "node:http";
import { fortunes, hello, queries, row } from "@deadheat/handlers";
import type { Store } from "@deadheat/stores";
import { send, sendJson } from "./send.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Adds the routes that read from the chosen store, before those of `handler`. */
export function withStore(store: Store, handler: Handler): Handler {
  return async (request, response) => {
    const url = request.url ?? "/";
    if (request.method !== "GET") return handler(request, response);
    const queryAt = url.indexOf("?");
    const path = queryAt === -1 ? url : url.slice(0, queryAt);
    if (path === hello.pattern) {
      return send(response, 200, "text/plain", store.sync ? store.hello() : await store.hello());
    }
    const id = /^\/row\/([^/]+)$/.exec(path)?.[1];
    if (id !== undefined) {
      return sendJson(response, store.sync ? row.handle(store, id) : await row.handle(store, id));
    }
    if (!store.sync && path === queries.pattern) {
      const query = new URLSearchParams(queryAt === -1 ? "" : url.slice(queryAt + 1));
      return sendJson(response, await queries.handle(store, query.get("queries")));
    }
    if (!store.sync && path === fortunes.pattern) {
      return send(response, 200, "text/html; charset=utf-8", await fortunes.handle(store));
    }
    return handler(request, response);
  };
}
