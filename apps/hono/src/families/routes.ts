import { apiRoutes } from "@deadheat/handlers";
import type { Hono } from "hono";

export function serve(app: Hono): void {
  for (const { method, pattern, handle } of apiRoutes) {
    app.on(method, pattern, (c) => c.json(handle(c.req.param("id"), c.req.param("itemId"))));
  }
}
