import type { Listenable } from "@deadheat/adapter";
import type { Hono } from "hono";

export function listenable(app: Hono): Listenable {
  return { kind: "fetch", fetch: (request) => app.fetch(request) };
}
