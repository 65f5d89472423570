import { apiRoutes } from "@deadheat/handlers";
import type { AnyElysia } from "elysia";

export function serve(app: AnyElysia): AnyElysia {
  for (const { method, pattern, handle } of apiRoutes) {
    app.route(method, pattern, ({ params }) => handle(params?.id, params?.itemId));
  }
  return app;
}
