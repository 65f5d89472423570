import type { Listenable } from "@deadheat/adapter";
import { getRequestListener } from "@hono/node-server";
import { app } from "./app.ts";

/** What Hono's `serve` for Node hands to node:http. */
export const listenable: Listenable = { kind: "node", handler: getRequestListener(app.fetch) };
