import * as v from "valibot";
import { CURRENCIES, EMAIL, SKU } from "./families/orders.ts";

/** The rules of `orderJsonSchema` as a Standard Schema (https://standardschema.dev), by valibot. */
export const orderSchema = v.object({
  customer: v.object({
    name: v.pipe(v.string(), v.minLength(1), v.maxLength(50)),
    email: v.pipe(v.string(), v.regex(EMAIL)),
  }),
  currency: v.picklist(CURRENCIES),
  lines: v.pipe(
    v.array(
      v.object({
        sku: v.pipe(v.string(), v.regex(SKU)),
        quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)),
        price: v.pipe(v.number(), v.minValue(0)),
      }),
    ),
    v.minLength(1),
    v.maxLength(20),
  ),
});

/** A problem that a schema found, for the response: the path of the field and a sentence. */
interface SchemaProblem {
  readonly field: string;
  readonly message: string;
}

/** Validates an order for frameworks without support for Standard Schema, by `~standard` of its specification. */
export function orderProblems(
  body: unknown,
): { order: v.InferOutput<typeof orderSchema> } | { problems: SchemaProblem[] } {
  const result = orderSchema["~standard"].validate(body);
  if (result instanceof Promise) throw new TypeError("valibot answers at once");
  if (!result.issues) return { order: result.value };
  return {
    problems: result.issues.map(({ path = [], message }) => ({
      field: path
        .map((part) => (typeof part === "object" ? String(part.key) : String(part)))
        .join("."),
      message,
    })),
  };
}
