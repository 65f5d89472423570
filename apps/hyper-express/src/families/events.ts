import { events } from "@deadheat/handlers";
import type { Server } from "hyper-express";

export function serve(server: Server): void {
  // Every GET has `sse`.
  server.get(events.pattern, async (req, { sse }) => {
    for await (const tick of events.handle(req.query_parameters.from)) {
      if (!sse?.active) return;
      sse.send(JSON.stringify(tick));
    }
    sse?.close();
  });
}
