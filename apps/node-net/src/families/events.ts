import { events } from "@deadheat/handlers";
import type { ParsedRequest } from "../parser.ts";
import { respond } from "../respond.ts";
import type { Family } from "./family.ts";
import { headOf } from "./fields.ts";

const fields = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache",
  "transfer-encoding": "chunked",
};

export const family: Family = (request) => {
  if (request.method !== events.method || request.path !== events.pattern) return null;
  // HTTP/1.0 has no chunked responses.
  const old = /^\S+ \S+ HTTP\/1\.0/.test(request.head);
  if (old) return respond(505, "text/plain", "HTTP Version Not Supported", !request.keepAlive);
  return streamOf(request);
};

/** Yields one event a chunk (RFC 9112, 7.1). All text is ASCII. */
async function* streamOf({ query, keepAlive }: ParsedRequest): AsyncGenerator<string> {
  yield headOf(200, fields, !keepAlive);
  for await (const tick of events.handle(new URLSearchParams(query).get("from"))) {
    const event = `data: ${JSON.stringify(tick)}\n\n`;
    yield `${event.length.toString(16)}\r\n${event}\r\n`;
  }
  yield "0\r\n\r\n";
}
