import { orders } from "@deadheat/handlers";
import { orderProblems } from "@deadheat/handlers/order-schema";
import { bodyParser } from "@koa/bodyparser";
import type { Router } from "@koa/router";

export function serve(router: Router): void {
  router.post(orders.pattern, bodyParser(), (ctx) => {
    const checked = orderProblems(ctx.request.body);
    if ("problems" in checked) {
      ctx.status = 400;
      ctx.body = { errors: checked.problems };
    } else {
      ctx.body = orders.handle(checked.order);
    }
  });
}
