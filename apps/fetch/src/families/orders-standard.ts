import { orders } from "@deadheat/handlers";
import { orderProblems } from "@deadheat/handlers/order-schema";
import { withJson } from "./body.ts";
import type { Family } from "./family.ts";

export const family: Family = ({ request, method, path }) => {
  if (method !== orders.method || path !== orders.pattern) return null;
  return withJson(request, (body) => {
    const found = orderProblems(body);
    return "order" in found
      ? Response.json(orders.handle(found.order))
      : Response.json({ errors: found.problems }, { status: 400 });
  });
};
