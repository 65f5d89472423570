import { CURRENCIES, EMAIL, SKU } from "./orders.ts";

/** Returns the fields of an order that break its rules; empty for a valid order. Written by hand, for floors. */
export function brokenFields(order: unknown): string[] {
  const { customer, currency, lines } = fieldsIn(order);
  const { name, email } = fieldsIn(customer);
  const broken: string[] = [];
  if (typeof name !== "string" || name.length < 1 || name.length > 50) broken.push("customer.name");
  if (typeof email !== "string" || !EMAIL.test(email)) broken.push("customer.email");
  if (!CURRENCIES.some((known) => known === currency)) broken.push("currency");
  if (!Array.isArray(lines) || lines.length < 1 || lines.length > 20) return [...broken, "lines"];
  for (const [i, line] of lines.entries()) {
    const { sku, quantity, price } = fieldsIn(line);
    if (typeof sku !== "string" || !SKU.test(sku)) broken.push(`lines.${i}.sku`);
    if (!isWhole(quantity) || quantity < 1 || quantity > 99) broken.push(`lines.${i}.quantity`);
    if (typeof price !== "number" || price < 0) broken.push(`lines.${i}.price`);
  }
  return broken;
}

/** Returns the fields of an object; empty for any other value. */
function fieldsIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function isWhole(value: unknown): value is number {
  return Number.isInteger(value);
}
