import { wait } from "@deadheat/handlers";
import type { Hono } from "hono";

export function serve(app: Hono): void {
  app.get(wait.pattern, async (c) => c.json(await wait.handle(c.req.param("id"))));
}
