import { sse } from "elysia";

/** Returns an event as in Elysia's documentation. */
export function eventOf(data: object): unknown {
  return sse({ data });
}
