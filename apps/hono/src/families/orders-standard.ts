import { orders } from "@deadheat/handlers";
import { orderSchema } from "@deadheat/handlers/order-schema";
import { sValidator } from "@hono/standard-validator";
import type { Hono } from "hono";

export function serve(app: Hono): void {
  app.post(orders.pattern, sValidator("json", orderSchema), (c) =>
    c.json(orders.handle(c.req.valid("json"))),
  );
}
