import { wait } from "@deadheat/handlers";
import type { AnyElysia } from "elysia";

export function serve(app: AnyElysia): AnyElysia {
  return app.get(wait.pattern, ({ params }) => wait.handle(params.id));
}
