import type { Order, Ranking } from "../src/index.ts";
import { orderOf, ordersIn } from "../src/result/order.ts";

/** Compares the orders of several scenarios. */
export function orderAcross(rankings: ReadonlyMap<string, Ranking>): Order | undefined {
  const names = [...rankings.values()].flatMap(({ order }) => order.map(({ target }) => target));
  const targets = [...new Set(names)];
  const all = [...rankings].map(([scenario, ranking]) => ordersIn(scenario, ranking, targets));
  return orderOf(targets, all);
}
