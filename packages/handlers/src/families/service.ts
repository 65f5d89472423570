import type { Exchange } from "../route.ts";
import { profile } from "./account.ts";
import { asset } from "./assets.ts";
import { itemsExchanges } from "./items.ts";
import { orders } from "./orders.ts";
import { apiGets } from "./resources.ts";

/** The API requests in the mix, half of all. Accounts and pages are a fifth each, files and orders a twentieth each. */
const API = 100;
const SHARE_OF_ORDERS = 0.05;

/** One service with all parts. Each GET is drawn from one list, so a slow part keeps its share of the requests. */
export const service = {
  name: "service",
  exchanges: (token: string): readonly [Exchange, ...Exchange[]] => {
    const account = profile.exchanges(token)[0];
    const { headers } = account.request;
    const gets = apiGets(token);
    const pages = itemsExchanges(50, token)[0].variants ?? [];
    const files = asset.exchanges(token)[0].variants ?? [];
    const variants = [
      ...turns(gets, API),
      ...turns([account], (API * 2) / 5),
      ...turns(pages, (API * 2) / 5),
      ...turns(files, API / 10),
    ].map(({ request, response }) => ({ request: { ...request, headers }, response }));
    const traffic = {
      warmResponses: 20_000,
      beside: { share: SHARE_OF_ORDERS, exchange: orders.exchanges(token)[0] },
    };
    const [first] = variants;
    return [
      { ...(first as Exchange), variants, traffic },
      // Some exchanges of each part, with its rejections: serving the parts together must not change them.
      ...gets.slice(0, 12),
      ...[profile, orders].flatMap((part) => part.exchanges(token)),
      ...itemsExchanges(50, token).slice(1),
      ...asset.exchanges(token).slice(-6),
    ];
  },
} as const;

/** Returns a list of `count` items, repeating `list` in order. */
function turns<T>(list: readonly T[], count: number): T[] {
  return Array.from({ length: count }, (_, i) => list[i % list.length] as T);
}
