import { items } from "@deadheat/handlers";
import type { Hono } from "hono";
import { compress } from "hono/compress";

export function serve(app: Hono): void {
  app.use(items.pattern, compress());
  app.get(items.pattern, (c) => c.json(items.handle(c.req.param("count"), c.req.query("m"))));
}
