import type { Listenable } from "@deadheat/adapter";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";

/** What Hono's `serve` for Node hands to node:http. */
export function listenable(app: Hono): Listenable {
  return { kind: "node", handler: getRequestListener(app.fetch) };
}
