import { items } from "@deadheat/handlers";
import type { Router } from "@koa/router";
import type Koa from "koa";
import compress from "koa-compress";

export function serve(router: Router, koa: Koa): void {
  koa.use(compress());
  router.get(items.pattern, (ctx) => {
    ctx.body = items.handle(ctx.params.count ?? "", ctx.query.m as string);
  });
}
