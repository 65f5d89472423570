const encoder = new TextEncoder();

/** Returns an event as bytes. Elysia's `sse` returns text, which Deno rejects in a body. */
export function eventOf(data: object): unknown {
  return encoder.encode(`data: ${JSON.stringify(data)}\n\n`);
}
