import { orders } from "@deadheat/handlers";
import { orderProblems } from "@deadheat/handlers/order-schema";
import { json } from "body-parser";
import type { Polka } from "polka";
import { send, sendJson } from "../send.ts";

export function serve(server: Polka): void {
  server.post(orders.pattern, json(), (req, res) => {
    const checked = orderProblems(req.body);
    if ("order" in checked) return sendJson(res, orders.handle(checked.order));
    send(res, 400, "application/json", JSON.stringify({ errors: checked.problems }));
  });
}
