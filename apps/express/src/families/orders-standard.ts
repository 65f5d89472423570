import { orders } from "@deadheat/handlers";
import { orderProblems } from "@deadheat/handlers/order-schema";
import express, { type Express } from "express";

export function serve(app: Express): void {
  app.post(orders.pattern, express.json(), (req, res) => {
    const result = orderProblems(req.body);
    if ("problems" in result) res.status(400).json({ errors: result.problems });
    else res.json(orders.handle(result.order));
  });
}
