import { brokenFields, orders, type Order } from "@deadheat/handlers";
import { respond, respondJson } from "../respond.ts";
import type { Family } from "./family.ts";

export const family: Family = ({ method, path, body, keepAlive }) => {
  if (method !== orders.method || path !== orders.pattern) return null;
  const order: unknown = JSON.parse(body.toString());
  const errors = brokenFields(order);
  if (errors.length === 0) return respondJson(orders.handle(order as Order), !keepAlive);
  return respond(400, "application/json", JSON.stringify({ errors }), !keepAlive);
};
