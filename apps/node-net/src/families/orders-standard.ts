import { orders } from "@deadheat/handlers";
import { orderProblems } from "@deadheat/handlers/order-schema";
import { respond, respondJson } from "../respond.ts";
import type { Family } from "./family.ts";

export const family: Family = ({ method, path, body, keepAlive }) => {
  if (method !== orders.method || path !== orders.pattern) return null;
  const found = orderProblems(JSON.parse(body.toString()));
  if ("order" in found) return respondJson(orders.handle(found.order), !keepAlive);
  const errors = JSON.stringify({ errors: found.problems });
  return respond(400, "application/json", errors, !keepAlive);
};
