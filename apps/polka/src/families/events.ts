import { events } from "@deadheat/handlers";
import type { Polka } from "polka";

export function serve(server: Polka): void {
  server.get(events.pattern, async (req, res) => {
    res.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
    for await (const tick of events.handle(req.query.from as string)) {
      // The client has disconnected.
      if (res.destroyed) return;
      res.write(`data: ${JSON.stringify(tick)}\n\n`);
    }
    res.end();
  });
}
