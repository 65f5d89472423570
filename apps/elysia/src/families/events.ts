import { events } from "@deadheat/handlers";
import type { AnyElysia } from "elysia";
import { eventOf } from "#sse";

export function serve(app: AnyElysia): AnyElysia {
  return app.get(events.pattern, async function* ({ query, set }) {
    set.headers["content-type"] = "text/event-stream";
    for await (const tick of events.handle(query.from)) yield eventOf(tick);
  });
}
