import { brokenFields, orders, type Order } from "@deadheat/handlers";
import { withJson } from "./body.ts";
import type { Family } from "./family.ts";

export const family: Family = ({ request, method, path }) => {
  if (method !== orders.method || path !== orders.pattern) return null;
  return withJson(request, (body) => {
    const errors = brokenFields(body);
    return errors.length === 0
      ? Response.json(orders.handle(body as Order))
      : Response.json({ errors }, { status: 400 });
  });
};
