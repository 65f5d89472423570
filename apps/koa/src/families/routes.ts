import { apiRoutes } from "@deadheat/handlers";
import type { Router } from "@koa/router";

export function serve(router: Router): void {
  for (const { method, pattern, handle } of apiRoutes) {
    router.register(pattern, [method], (ctx) => {
      ctx.body = handle(ctx.params.id, ctx.params.itemId);
    });
  }
}
