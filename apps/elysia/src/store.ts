import { fortunes, hello, queries, row } from "@deadheat/handlers";
import type { Store } from "@deadheat/stores";
import { Elysia } from "elysia";

/** Returns the routes that read from the chosen store. */
export function storeRoutes(store: Store) {
  const app = new Elysia()
    .get(hello.pattern, () => store.hello())
    .get(row.pattern, ({ params }) => row.handle(store, params.id));
  if (store.sync) return app;
  return app
    .get(queries.pattern, ({ query }) => queries.handle(store, query.queries))
    .get(fortunes.pattern, async () => {
      const headers = { "content-type": "text/html; charset=utf-8" };
      return new Response(await fortunes.handle(store), { headers });
    });
}
