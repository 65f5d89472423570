import { events } from "@deadheat/handlers";
import type { Family } from "./family.ts";

const headers = { "content-type": "text/event-stream", "cache-control": "no-cache" };

export const family: Family = ({ method, path, query }) => {
  if (method !== events.method || path !== events.pattern) return null;
  return new Response(streamOf(new URLSearchParams(query).get("from")), { headers });
};

/** The client pulls one event at a time, and cancels the stream when it disconnects. */
function streamOf(from: string | null): ReadableStream<Uint8Array> {
  const ticks = events.handle(from);
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await ticks.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(`data: ${JSON.stringify(value)}\n\n`));
    },
    async cancel() {
      await ticks.return(undefined);
    },
  });
}
