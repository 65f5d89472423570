const encoder = new TextEncoder();

/** Elysia's `sse` makes a text of an event, which Deno refuses in a body: there each is given as bytes. */
export function eventOf(data: object): unknown {
  return encoder.encode(`data: ${JSON.stringify(data)}\n\n`);
}
