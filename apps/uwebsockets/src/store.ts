import { fortunes, hello, queries, row } from "@deadheat/handlers";
import type { Store } from "@deadheat/stores";
import type { TemplatedApp } from "uWebSockets.js";
import { later } from "./later.ts";
import { send, sendJson } from "./send.ts";

/** Adds the routes that read from the chosen store. */
export function serveStore(server: TemplatedApp, store: Store): void {
  if (store.sync) {
    server.get(hello.pattern, (res) => send(res, "text/plain", store.hello()));
    server.get(row.pattern, (res, req) =>
      sendJson(res, row.handle(store, req.getParameter("id") ?? "")),
    );
    return;
  }
  server.get(hello.pattern, (res) =>
    later(res, store.hello(), (greeting) => send(res, "text/plain", greeting)),
  );
  server.get(row.pattern, (res, req) =>
    later(res, row.handle(store, req.getParameter("id") ?? ""), (found) => sendJson(res, found)),
  );
  server.get(queries.pattern, (res, req) =>
    later(res, queries.handle(store, req.getQuery("queries")), (rows) => sendJson(res, rows)),
  );
  server.get(fortunes.pattern, (res) =>
    later(res, fortunes.handle(store), (page) => send(res, "text/html; charset=utf-8", page)),
  );
}
