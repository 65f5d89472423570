import { Readable } from "node:stream";
import { events } from "@deadheat/handlers";
import type { Router } from "@koa/router";

export function serve(router: Router): void {
  router.get(events.pattern, (ctx) => {
    ctx.type = "text/event-stream";
    ctx.set("Cache-Control", "no-cache");
    ctx.body = Readable.from(eventStream(ctx.query.from as string));
  });
}

/** Koa pipes a stream chunk by chunk, and destroys it when its client disconnects. */
async function* eventStream(from: string) {
  for await (const tick of events.handle(from)) yield `data: ${JSON.stringify(tick)}\n\n`;
}
