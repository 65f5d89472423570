import { events } from "@deadheat/handlers";
import type { App } from "../listenable.ts";

/** ultimate-express has no API for server-sent events, so each one is written to the response. */
export function serve(app: App): void {
  app.get(events.pattern, async (req, res) => {
    res.set({ "content-type": "text/event-stream", "cache-control": "no-cache" });
    for await (const tick of events.handle(req.query.from as string)) {
      if (res.closed) return;
      res.write(`data: ${JSON.stringify(tick)}\n\n`);
    }
    res.end();
  });
}
