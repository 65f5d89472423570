import { events } from "@deadheat/handlers";
import type { Routes } from "../respond.ts";

/** Bun writes each piece of an async generator as it comes, and ends the generator when the client disconnects. */
export function routes(): Routes {
  return {
    [events.pattern]: {
      GET: ({ url }) => {
        const pieces = piecesOf(new URL(url).searchParams.get("from"));
        // Bun's own kind of body, which no web type describes.
        const body = pieces as unknown as ReadableStream;
        return new Response(body, { headers: { "content-type": "text/event-stream" } });
      },
    },
  };
}

async function* piecesOf(from: string | null) {
  for await (const tick of events.handle(from)) yield `data: ${JSON.stringify(tick)}\n\n`;
}
