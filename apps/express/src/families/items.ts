import { items, itemsSum } from "@deadheat/handlers";
import express, { type Express } from "express";

export function serve(app: Express): void {
  app.get(
    items.pattern,
    (req, res) => void res.json(items.handle(req.params.count, req.query.m as string)),
  );
  app.post(
    itemsSum.pattern,
    express.json(),
    (req, res) => void res.json(itemsSum.handle(req.body)),
  );
}
