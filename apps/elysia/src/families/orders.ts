import { CURRENCIES, EMAIL, orders, SKU } from "@deadheat/handlers";
import { t, type AnyElysia } from "elysia";

const order = t.Object({
  customer: t.Object({
    name: t.String({ minLength: 1, maxLength: 50 }),
    email: t.String({ pattern: EMAIL.source }),
  }),
  currency: t.Union(CURRENCIES.map((currency) => t.Literal(currency))),
  lines: t.Array(
    t.Object({
      sku: t.String({ pattern: SKU.source }),
      quantity: t.Integer({ minimum: 1, maximum: 99 }),
      price: t.Number({ minimum: 0 }),
    }),
    { minItems: 1, maxItems: 20 },
  ),
});

export function serve(app: AnyElysia): AnyElysia {
  return app.post(orders.pattern, ({ body }) => orders.handle(body), { body: order });
}
