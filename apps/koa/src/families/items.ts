import { items, itemsSum } from "@deadheat/handlers";
import { bodyParser } from "@koa/bodyparser";
import type { Router } from "@koa/router";

export function serve(router: Router): void {
  router.get(items.pattern, (ctx) => {
    ctx.body = items.handle(ctx.params.count ?? "", ctx.query.m as string);
  });
  router.post(itemsSum.pattern, bodyParser(), (ctx) => {
    ctx.body = itemsSum.handle(ctx.request.body);
  });
}
