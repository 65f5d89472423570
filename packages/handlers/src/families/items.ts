import { get, postJson, type Exchange, type Route } from "../route.ts";

/** An item of a list, about 200 bytes as JSON. Every field has the same length in all items. */
export interface Item {
  readonly id: number;
  readonly name: string;
  readonly category: string;
  /** The price in cents. */
  readonly price: number;
  readonly quantity: number;
  readonly active: boolean;
  readonly tags: readonly string[];
  readonly rating: { readonly score: number; readonly count: number };
  /** Price x quantity x the factor in the request. */
  readonly total: number;
}

const categories = ["garden", "office", "travel", "sports", "health"];
const tags = ["fresh", "small", "heavy", "light", "round", "solid"];
const MOST = 500;

function itemAt(i: number, factor: number): Item {
  const price = 100 + ((i * 37) % 100);
  const quantity = 10 + ((i * 7) % 10);
  return {
    id: 10_000 + i,
    name: `Item number ${1000 + i} of the catalogue`,
    category: categories[i % categories.length] as string,
    price,
    quantity,
    active: i % 3 !== 0,
    tags: [tags[i % 6] as string, tags[(i + 2) % 6] as string, tags[(i + 4) % 6] as string],
    rating: { score: 10 + ((i * 13) % 90), count: 100 + ((i * 17) % 900) },
    total: price * quantity * factor,
  };
}

/**
 * Items, built anew for each request. `m` multiplies every total. A count above 500 becomes 500, and an invalid one 1.
 */
export const items: Route<
  (count: string, m: string | null | undefined) => { items: Item[]; count: number },
  "/items/:count"
> = {
  name: "items",
  method: "GET",
  pattern: "/items/:count",
  handle: (count, m) => {
    const length = Math.min(MOST, Math.max(1, Number.parseInt(count, 10) || 1));
    const factor = Number.parseInt(m ?? "", 10) || 1;
    return { items: Array.from({ length }, (_, i) => itemAt(i, factor)), count: length };
  },
  exchanges: (token) => itemsExchanges(50, token),
};

/** Factors from 10 to 19 give bodies of the same length for the same count. */
const FACTORS = Array.from({ length: 10 }, (_, i) => 10 + i);

export function itemsExchanges(count: number, token: string): readonly [Exchange, ...Exchange[]] {
  const variants = FACTORS.map((factor) => itemsExchange(count, factor));
  const drawn = [...token].reduce((sum, character) => sum + character.charCodeAt(0), 0);
  return [
    {
      ...(variants[0] as Exchange),
      variants,
      traffic: { warmResponses: count > 100 ? 2000 : 8000 },
    },
    itemsExchange(count, 20 + (drawn % 70)),
    itemsExchange(2 + (drawn % 47), 10 + (drawn % 13)),
    itemsExchange(1, 1),
  ];
}

function itemsExchange(count: number, factor: number): Exchange {
  const answer = items.handle(String(count), String(factor));
  return get(`/items/${count}?m=${factor}`, "application/json", JSON.stringify(answer));
}

/** A sale in the body to be summed. */
export interface Sale {
  readonly id: number;
  readonly price: number;
  readonly quantity: number;
  readonly note: string;
}

/** 64 KB of JSON, which the framework parses and the handler sums: price x quantity. */
export const itemsSum: Route<(body: unknown) => { count: number; total: number }, "/items"> = {
  name: "itemsSum",
  method: "POST",
  pattern: "/items",
  handle: (body) => {
    const sales = (body as { items: readonly Sale[] }).items;
    let total = 0;
    for (const { price, quantity } of sales) total += price * quantity;
    return { count: sales.length, total };
  },
  exchanges: (token) => {
    const variants = [1, 2, 3, 4].map((seed) => salesExchange(SALES, seed));
    const drawn =
      [...token].reduce((sum, character) => sum * 31 + character.charCodeAt(0), 7) % 9973;
    return [
      { ...(variants[0] as Exchange), variants, traffic: { warmResponses: 4000 } },
      salesExchange(SALES, drawn),
      salesExchange(1 + (drawn % 90), drawn + 1),
      salesExchange(0, 0),
    ];
  },
};

/** The number of sales in a body, 64 bytes each. */
const SALES = 1000;

function salesExchange(count: number, seed: number): Exchange {
  const sales = Array.from({ length: count }, (_, i): Sale => {
    const drawn = Math.imul(i + 1, 2_654_435_761) ^ Math.imul(seed + 1, 40_503);
    const price = 1000 + ((drawn >>> 4) % 9000);
    return { id: 10_000 + i, price, quantity: 10 + ((drawn >>> 20) % 90), note: "as ordered" };
  });
  const sent = JSON.stringify({ items: sales });
  return postJson("/items", sent, JSON.stringify(itemsSum.handle({ items: sales })));
}
