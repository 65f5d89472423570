import type { Order } from "../documents/order.ts";
import type { Ranking } from "../rank.ts";

/** The pairs of a ranking by name: 1 if the first name is proven faster, -1 if the second is, 0 if neither. */
type Proven = ReadonlyMap<string, number>;

/**
 * Returns for every two scenarios how many pairs of targets have the same proven order in both, and how many have opposite
 * ones (docs/findings.md, "The order in several scenarios"). An order is proven exactly if the scenario's ranking has proven
 * it.
 * @param rankings those of the scenarios by name
 * @returns undefined if no two scenarios rank two targets in common
 */
export function orderOf(rankings: ReadonlyMap<string, Ranking>): Order | undefined {
  const all = [...rankings].map(([name, ranking]) => ({ name, proven: provenIn(ranking) }));
  const scenarios = all.flatMap((a, i) =>
    all.slice(i + 1).flatMap((b) => {
      const counts = countsOf(a.proven, b.proven);
      return counts ? [{ a: a.name, b: b.name, ...counts }] : [];
    }),
  );
  if (scenarios.length === 0) return undefined;
  return { scenarios, targets: turnedTargets(all.map(({ proven }) => proven)) };
}

function turnedTargets(all: readonly Proven[]): Order["targets"] {
  const pairs = Map.groupBy(
    all.flatMap((proven) => [...proven]),
    ([pair]) => pair,
  );
  const turned = [...pairs].flatMap(([pair, own]) => {
    const orders = new Set(own.map(([, order]) => order));
    return orders.has(1) && orders.has(-1) ? (JSON.parse(pair) as string[]) : [];
  });
  return [...Map.groupBy(turned, (target) => target)]
    .map(([target, own]) => ({ target, turned: own.length }))
    .toSorted((a, b) => b.turned - a.turned || (a.target < b.target ? -1 : 1));
}

function provenIn({ compared }: Ranking): Proven {
  return new Map(
    compared.map(({ targets: [a, b], verdict }): [string, number] => {
      const order = { faster: 1, slower: -1, same: 0, undecided: 0 }[verdict];
      return a < b ? [JSON.stringify([a, b]), order] : [JSON.stringify([b, a]), -order];
    }),
  );
}

/** Returns null if the two scenarios have no pair in common. */
function countsOf(a: Proven, b: Proven): Omit<Order["scenarios"][number], "a" | "b"> | null {
  const both = [...a].flatMap(([pair, order]) => {
    const other = b.get(pair);
    return other === undefined ? [] : [order * other];
  });
  if (both.length === 0) return null;
  const agree = both.filter((product) => product > 0).length;
  const turned = both.filter((product) => product < 0).length;
  // n targets have n (n - 1) / 2 pairs.
  const targets = Math.round((1 + Math.sqrt(1 + 8 * both.length)) / 2);
  return { targets, agree, turned, unproven: both.length - agree - turned };
}
