import { CURRENCIES, EMAIL, orders, SKU } from "@deadheat/handlers";
import { readValidatedBody, type H3 } from "h3";
import * as z from "zod";

/** H3 validates by any Standard Schema. Its guide shows Zod first. */
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

export function serve(h3: H3): void {
  h3.post(orders.pattern, async (event) => orders.handle(await readValidatedBody(event, schema)));
}
