import { items, itemsSum } from "@deadheat/handlers";
import { json } from "body-parser";
import type { Polka } from "polka";
import { sendJson } from "../send.ts";

export function serve(server: Polka): void {
  server.get(items.pattern, (req, res) =>
    sendJson(res, items.handle(req.params.count as string, req.query.m as string)),
  );
  server.post(itemsSum.pattern, json(), (req, res) => sendJson(res, itemsSum.handle(req.body)));
}
