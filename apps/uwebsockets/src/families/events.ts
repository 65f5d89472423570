import { events, type Tick } from "@deadheat/handlers";
import type { HttpResponse, TemplatedApp } from "uWebSockets.js";

export function serve(server: TemplatedApp): void {
  server.get(events.pattern, (res, req) => {
    res.writeHeader("content-type", "text/event-stream").writeHeader("cache-control", "no-cache");
    void stream(res, events.handle(req.getQuery("from")));
  });
}

async function stream(res: HttpResponse, ticks: AsyncIterable<Tick>): Promise<void> {
  let aborted = false;
  res.onAborted(() => {
    aborted = true;
  });
  for await (const tick of ticks) {
    // Writing to the response of a disconnected client is an error.
    if (aborted) return;
    res.cork(() => res.write(`data: ${JSON.stringify(tick)}\n\n`));
  }
  if (!aborted) res.cork(() => res.end());
}
