import { sse } from "elysia";

/** What Elysia's documentation yields for an event. */
export function eventOf(data: object): unknown {
  return sse({ data });
}
