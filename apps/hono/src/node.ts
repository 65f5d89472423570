import type { Listenable } from "@deadheat/adapter";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";

/** Serves the handler that Hono's `serve` for Node passes to node:http. */
export function listenable(app: Hono): Listenable {
  return { kind: "node", handler: getRequestListener(app.fetch) };
}
