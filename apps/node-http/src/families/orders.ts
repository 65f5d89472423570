import { brokenFields, orders, type Order } from "@deadheat/handlers";
import { send, sendJson } from "../send.ts";
import { withJson } from "./body.ts";
import type { Family } from "./family.ts";

export const family: Family = (asked) => {
  const { response, method, path } = asked;
  if (method !== orders.method || path !== orders.pattern) return false;
  withJson(asked, (body) => {
    const errors = brokenFields(body);
    if (errors.length === 0) return sendJson(response, orders.handle(body as Order));
    send(response, 400, "application/json", JSON.stringify({ errors }));
  });
  return true;
};
