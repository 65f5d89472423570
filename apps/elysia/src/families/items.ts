import { items, itemsSum } from "@deadheat/handlers";
import type { AnyElysia } from "elysia";

export function serve(app: AnyElysia): AnyElysia {
  return app
    .get(items.pattern, ({ params, query }) => items.handle(params.count, query.m))
    .post(itemsSum.pattern, ({ body }) => itemsSum.handle(body));
}
