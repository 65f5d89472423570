import { items, itemsSum } from "@deadheat/handlers";
import type { Hono } from "hono";

export function serve(app: Hono): void {
  app.get(items.pattern, (c) => c.json(items.handle(c.req.param("count"), c.req.query("m"))));
  app.post(itemsSum.pattern, async (c) => c.json(itemsSum.handle(await c.req.json())));
}
