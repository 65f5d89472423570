import { orders } from "@deadheat/handlers";
import { orderProblems } from "@deadheat/handlers/order-schema";
import type { Routes } from "../respond.ts";

export function routes(): Routes {
  return {
    [orders.pattern]: {
      POST: async (request) => {
        const checked = orderProblems(await request.json());
        return "order" in checked
          ? Response.json(orders.handle(checked.order))
          : Response.json({ errors: checked.problems }, { status: 400 });
      },
    },
  };
}
