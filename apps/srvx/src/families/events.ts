import { events } from "@deadheat/handlers";
import type { Family } from "./family.ts";

export const family: Family = ({ method }, { pathname, searchParams }) => {
  if (method !== "GET" || pathname !== events.pattern) return null;
  const ticks = events.handle(searchParams.get("from"));
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await ticks.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(`data: ${JSON.stringify(value)}\n\n`));
    },
    // The client has disconnected.
    cancel: () => void ticks.return(undefined),
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
};
