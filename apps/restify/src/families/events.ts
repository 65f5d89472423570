import { events } from "@deadheat/handlers";
import restify, { type Server } from "restify";

export function serve(server: Server): void {
  server.get(events.pattern, restify.plugins.queryParser(), async (req, res) => {
    res.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
    for await (const tick of events.handle(req.query.from)) {
      // The client has disconnected.
      if (res.destroyed) return;
      res.write(`data: ${JSON.stringify(tick)}\n\n`);
    }
    res.end();
  });
}
