import { orders } from "@deadheat/handlers";
import { orderSchema } from "@deadheat/handlers/order-schema";
import { readValidatedBody, type H3 } from "h3";

export function serve(h3: H3): void {
  h3.post(orders.pattern, async (event) =>
    orders.handle(await readValidatedBody(event, orderSchema)),
  );
}
