import { CURRENCIES, EMAIL, orders, SKU } from "@deadheat/handlers";
import type { Hono } from "hono";
import { validator } from "hono/validator";
import * as z from "zod";

/** Hono's validator takes a function. Its guide recommends Zod inside it. */
const schema = z.object({
  customer: z.object({
    name: z.string().min(1).max(50),
    email: z.string().regex(EMAIL),
  }),
  currency: z.enum(CURRENCIES),
  lines: z
    .array(
      z.object({
        sku: z.string().regex(SKU),
        quantity: z.int().min(1).max(99),
        price: z.number().min(0),
      }),
    )
    .min(1)
    .max(20),
});

export function serve(app: Hono): void {
  const validOrder = validator("json", (value, c) => {
    const parsed = schema.safeParse(value);
    return parsed.success ? parsed.data : c.json({ errors: parsed.error.issues }, 400);
  });
  app.post(orders.pattern, validOrder, (c) => c.json(orders.handle(c.req.valid("json"))));
}
