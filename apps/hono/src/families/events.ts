import { events } from "@deadheat/handlers";
import type { Hono } from "hono";
import { streamSSE } from "hono/streaming";

export function serve(app: Hono): void {
  app.get(events.pattern, (c) =>
    streamSSE(c, async (stream) => {
      for await (const tick of events.handle(c.req.query("from"))) {
        if (stream.aborted) return;
        await stream.writeSSE({ data: JSON.stringify(tick) });
      }
    }),
  );
}
