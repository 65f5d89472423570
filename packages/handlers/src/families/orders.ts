import { postJson, type Exchange, type Route } from "../route.ts";

/** An order. `orderJsonSchema` has its rules, and `@deadheat/handlers/order-schema` the same rules for valibot. */
export interface Order {
  readonly customer: { readonly name: string; readonly email: string };
  readonly currency: "EUR" | "USD" | "GBP";
  readonly lines: readonly {
    readonly sku: string;
    readonly quantity: number;
    readonly price: number;
  }[];
}

export const SKU = /^[A-Z]{3}-[0-9]{4}$/;
export const EMAIL = /^[a-z0-9.]{1,40}@[a-z0-9-]{1,40}\.[a-z]{2,10}$/;
export const CURRENCIES = ["EUR", "USD", "GBP"] as const;

/** The rules as JSON Schema (draft 07), for frameworks that use it. */
export const orderJsonSchema = {
  type: "object",
  required: ["customer", "currency", "lines"],
  properties: {
    customer: {
      type: "object",
      required: ["name", "email"],
      properties: {
        name: { type: "string", minLength: 1, maxLength: 50 },
        email: { type: "string", pattern: EMAIL.source },
      },
    },
    currency: { type: "string", enum: [...CURRENCIES] },
    lines: {
      type: "array",
      minItems: 1,
      maxItems: 20,
      items: {
        type: "object",
        required: ["sku", "quantity", "price"],
        properties: {
          sku: { type: "string", pattern: SKU.source },
          quantity: { type: "integer", minimum: 1, maximum: 99 },
          price: { type: "number", minimum: 0 },
        },
      },
    },
  },
} as const;

/** A route whose handler receives valid orders only. */
export const orders: Route<(order: Order) => { accepted: true; total: number }, "/orders"> = {
  name: "orders",
  method: "POST",
  pattern: "/orders",
  handle: ({ lines }) => {
    let total = 0;
    for (const { quantity, price } of lines) total += quantity * price;
    return { accepted: true, total };
  },
  exchanges: (token) => {
    const variants = Array.from({ length: 100 }, (_, i) => accepted(orderAt(i)));
    const drawn = [...token].reduce((sum, character) => sum + character.charCodeAt(0), 100) % 800;
    const order = orderAt(100 + drawn);
    return [
      { ...(variants[0] as Exchange), variants },
      accepted(order),
      accepted({ ...order, lines: order.lines.slice(0, 1) }),
      ...broken(order).map(([field, body]) => refused(field, body)),
    ];
  },
};

/** Returns an order of about 300 bytes. All orders have the same length, and so do their responses. */
function orderAt(i: number): Order {
  const digits = String(1000 + i);
  const line = (n: number) => ({
    sku: `${"ABCDEFGHIJ"[(i + n) % 10]}QZ-${1000 + ((i * 7 + n * 13) % 9000)}`,
    quantity: 20 + ((i * 3 + n) % 20),
    price: 1000 + ((i * 11 + n * 17) % 500),
  });
  return {
    customer: { name: `Customer Number ${digits}`, email: `customer.${digits}@shop-example.com` },
    currency: CURRENCIES[i % 3] as "EUR",
    lines: [line(0), line(1), line(2), { ...line(3), quantity: 50 }],
  };
}

function accepted(order: Order): Exchange {
  return postJson("/orders", JSON.stringify(order), JSON.stringify(orders.handle(order)));
}

/** Returns orders that break one rule each, with the field that breaks it. */
function broken(order: Order): [string, unknown][] {
  const { customer, lines } = order;
  const [first, ...others] = lines;
  const { currency: _, ...without } = order;
  const line = (change: object) => ({ ...order, lines: [...others, { ...first, ...change }] });
  return [
    ["currency", without],
    ["currency", { ...order, currency: "XXX" }],
    ["email", { ...order, customer: { ...customer, email: "no address" } }],
    ["name", { ...order, customer: { ...customer, name: "" } }],
    ["sku", line({ sku: "abc-1234" })],
    ["quantity", line({ quantity: 0 })],
    ["quantity", line({ quantity: 1.5 })],
    ["quantity", line({ quantity: 100 })],
    ["price", line({ price: -1 })],
    ["lines", { ...order, lines: [] }],
  ];
}

function refused(field: string, body: unknown): Exchange {
  const sent = JSON.stringify(body);
  const problemOf = (said: string) =>
    said.includes(field) ? null : `does not name the invalid field ${field}`;
  const response = { status: 400, orStatus: [422], mediaType: null, body: "", problemOf };
  return { ...postJson("/orders", sent, ""), response };
}
