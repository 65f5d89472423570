import { fortunes, hello, queries, row } from "@deadheat/handlers";
import type { Store } from "@deadheat/stores";
import type { Router } from "@koa/router";

/** Adds the routes that read from the chosen store. */
export function serveStore(router: Router, store: Store): void {
  if (store.sync) {
    router.get(hello.pattern, (ctx) => {
      ctx.body = store.hello();
    });
    router.get(row.pattern, (ctx) => {
      ctx.body = row.handle(store, ctx.params.id ?? "");
    });
    return;
  }
  router.get(hello.pattern, async (ctx) => {
    ctx.body = await store.hello();
  });
  router.get(row.pattern, async (ctx) => {
    ctx.body = await row.handle(store, ctx.params.id ?? "");
  });
  router.get(queries.pattern, async (ctx) => {
    ctx.body = await queries.handle(store, ctx.query.queries as string);
  });
  router.get(fortunes.pattern, async (ctx) => {
    ctx.body = await fortunes.handle(store);
  });
}
