import { items, itemsSum } from "@deadheat/handlers";
import type { TemplatedApp } from "uWebSockets.js";
import { readJson } from "../body.ts";
import { sendJson } from "../send.ts";

const MAX_BODY_BYTES = 1024 * 1024;

export function serve(server: TemplatedApp): void {
  server.get(items.pattern, (res, req) =>
    sendJson(res, items.handle(req.getParameter("count") ?? "", req.getQuery("m"))),
  );
  server.post(itemsSum.pattern, (res) =>
    readJson(res, MAX_BODY_BYTES, (body) => sendJson(res, itemsSum.handle(body))),
  );
}
