import { orders } from "@deadheat/handlers";
import { orderProblems } from "@deadheat/handlers/order-schema";
import { send, sendJson } from "../send.ts";
import { withJson } from "./body.ts";
import type { Family } from "./family.ts";

export const family: Family = (asked) => {
  const { response, method, path } = asked;
  if (method !== orders.method || path !== orders.pattern) return false;
  withJson(asked, (body) => {
    const found = orderProblems(body);
    if ("order" in found) return sendJson(response, orders.handle(found.order));
    const errors = JSON.stringify({ errors: found.problems });
    send(response, 400, "application/json", errors);
  });
  return true;
};
