import { fortunes, hello, queries, row } from "@deadheat/handlers";
import type { Store } from "@deadheat/stores";
import restify, { type Next, type Response, type Server } from "restify";
import { send, sendHtml } from "./send.ts";

/** Adds the routes that read from the chosen store. */
export function serveStore(server: Server, store: Store): void {
  if (store.sync) {
    server.get(hello.pattern, (_, res, next) => send(res, "text/plain", store.hello(), next));
    server.get(row.pattern, (req, res, next) =>
      send(res, "application/json", row.handle(store, req.params.id), next),
    );
    return;
  }
  server.get(hello.pattern, (_, res, next) => {
    store.hello().then((greeting) => send(res, "text/plain", greeting, next), next);
  });
  server.get(row.pattern, (req, res, next) => {
    sendLater(row.handle(store, req.params.id), res, next);
  });
  server.get(queries.pattern, restify.plugins.queryParser(), (req, res, next) => {
    sendLater(queries.handle(store, req.query.queries), res, next);
  });
  server.get(fortunes.pattern, (_, res, next) => {
    fortunes.handle(store).then((page) => sendHtml(res, page, next), next);
  });
}

function sendLater(value: Promise<unknown>, res: Response, next: Next): void {
  value.then((found) => send(res, "application/json", found, next), next);
}
