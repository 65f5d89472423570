import { items } from "@deadheat/handlers";
import compression from "compression";
import type { RequestHandler } from "ultimate-express";
import type { App } from "../listenable.ts";

export function serve(app: App): void {
  app.get(
    items.pattern,
    // Its types are for Express 5, and those of the framework for Express 4.
    compression() as unknown as RequestHandler,
    (req, res) => void res.json(items.handle(req.params.count as string, req.query.m as string)),
  );
}
