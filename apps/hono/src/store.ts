import { fortunes, hello, queries, row } from "@deadheat/handlers";
import type { Store } from "@deadheat/stores";
import type { Hono } from "hono";

/** Adds the routes that read from the chosen store. */
export function serveStore(app: Hono, store: Store): void {
  if (store.sync) {
    app.get(hello.pattern, (c) => c.text(store.hello()));
    app.get(row.pattern, (c) => c.json(row.handle(store, c.req.param("id"))));
    return;
  }
  app.get(hello.pattern, async (c) => c.text(await store.hello()));
  app.get(row.pattern, async (c) => c.json(await row.handle(store, c.req.param("id"))));
  app.get(queries.pattern, async (c) =>
    c.json(await queries.handle(store, c.req.query("queries"))),
  );
  app.get(fortunes.pattern, async (c) => c.html(await fortunes.handle(store)));
}
