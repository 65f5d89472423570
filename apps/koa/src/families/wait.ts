import { wait } from "@deadheat/handlers";
import type { Router } from "@koa/router";

export function serve(router: Router): void {
  router.get(wait.pattern, async (ctx) => {
    ctx.body = await wait.handle(ctx.params.id ?? "");
  });
}
