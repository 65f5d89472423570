import { orders } from "@deadheat/handlers";
import { orderProblems } from "@deadheat/handlers/order-schema";
import type { Server } from "hyper-express";

export function serve(server: Server): void {
  server.post(orders.pattern, async (req, res) => {
    const result = orderProblems(await req.json());
    if ("problems" in result) res.status(400).json({ errors: result.problems });
    else res.json(orders.handle(result.order));
  });
}
