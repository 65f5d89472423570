import { orders } from "@deadheat/handlers";
import { orderProblems } from "@deadheat/handlers/order-schema";
import type { Family } from "./family.ts";

export const family: Family = (request, { pathname }) =>
  request.method === "POST" && pathname === orders.pattern ? accept(request) : null;

async function accept(request: Request): Promise<Response> {
  const checked = orderProblems(await request.json());
  return "order" in checked
    ? Response.json(orders.handle(checked.order))
    : Response.json({ errors: checked.problems }, { status: 400 });
}
