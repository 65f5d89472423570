import { items } from "@deadheat/handlers";
import compression from "compression";
import type { App } from "../listenable.ts";

export function serve(app: App): void {
  app.get(
    items.pattern,
    compression(),
    (req, res) => void res.json(items.handle(req.params.count as string, req.query.m as string)),
  );
}
