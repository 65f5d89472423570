import type { ServerResponse } from "node:http";
import { events } from "@deadheat/handlers";
import type { Family } from "./family.ts";

export const family: Family = ({ response, method, path, query }) => {
  if (method !== events.method || path !== events.pattern) return false;
  void write(response, new URLSearchParams(query).get("from"));
  return true;
};

async function write(response: ServerResponse, from: string | null): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  for await (const tick of events.handle(from)) {
    // The client has disconnected.
    if (response.destroyed) return;
    response.write(`data: ${JSON.stringify(tick)}\n\n`);
  }
  response.end();
}
