import { items } from "@deadheat/handlers";
import compression from "compression";
import type { Polka } from "polka";
import { sendJson } from "../send.ts";

export function serve(server: Polka): void {
  server.use(compression());
  server.get(items.pattern, (req, res) =>
    sendJson(res, items.handle(req.params.count as string, req.query.m as string)),
  );
}
