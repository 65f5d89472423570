import { fortunes, hello, queries, row } from "@deadheat/handlers";
import type { Store } from "@deadheat/stores";
import type { Polka } from "polka";
import { send, sendJson } from "./send.ts";

/** Adds the routes that read from the chosen store. */
export function serveStore(server: Polka, store: Store): void {
  const id = (req: { params: Record<string, unknown> }) => req.params.id as string;
  if (store.sync) {
    server.get(hello.pattern, (_, res) => send(res, 200, "text/plain", store.hello()));
    server.get(row.pattern, (req, res) => sendJson(res, row.handle(store, id(req))));
    return;
  }
  server.get(hello.pattern, async (_, res) => send(res, 200, "text/plain", await store.hello()));
  server.get(row.pattern, async (req, res) => sendJson(res, await row.handle(store, id(req))));
  server.get(queries.pattern, async (req, res) =>
    sendJson(res, await queries.handle(store, req.query.queries as string)),
  );
  server.get(fortunes.pattern, async (_, res) =>
    send(res, 200, "text/html; charset=utf-8", await fortunes.handle(store)),
  );
}
