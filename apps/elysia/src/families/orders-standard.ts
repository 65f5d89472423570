import { orders, type Order } from "@deadheat/handlers";
import { orderSchema } from "@deadheat/handlers/order-schema";
import type { AnyElysia } from "elysia";

/** Elysia accepts a Standard Schema like one of its own. */
export function serve(app: AnyElysia): AnyElysia {
  return app.post(orders.pattern, ({ body }) => orders.handle(body as Order), {
    body: orderSchema,
  });
}
