import { concordance, kendallTau, pairOrders, turnedPairs, type PairOrders } from "@deadheat/stats";
import type { Order } from "../documents/order.ts";
import type { Ranking } from "../rank.ts";

/**
 * The compact ranking of a scenario: its places, the pairs whose order it proves, and the pairs that a plain test
 * finds, which tau needs. Pairs are kept as bits: those of hundreds of scenarios would outgrow all else.
 */
export interface ScenarioOrders {
  readonly scenario: string;
  readonly places: readonly { readonly target: string; readonly rank: [number, number] }[];
  readonly proven: PairOrders;
  readonly plain: PairOrders;
}

/** The significance level of a single pair, uncorrected for their number. */
const PLAIN = 0.05;

/**
 * Returns the orders of one scenario.
 *
 * @param targets the targets of all scenarios
 */
export function ordersIn(
  scenario: string,
  { order, compared }: Ranking,
  targets: readonly string[],
): ScenarioOrders {
  const at = new Map(targets.map((target, i) => [target, i]));
  const orders = (isKnown: (pair: Ranking["compared"][number]) => boolean) => {
    const pairs = compared.map((pair) => {
      const [i, j] = pair.targets.map((target) => at.get(target)!) as [number, number];
      return { i, j, apart: pair.apart, known: isKnown(pair) };
    });
    return pairOrders(targets.length, pairs);
  };
  return {
    scenario,
    places: order.map(({ target, rank }) => ({ target, rank })),
    proven: orders(({ verdict }) => verdict === "faster" || verdict === "slower"),
    plain: orders(({ p }) => p < PLAIN),
  };
}

/**
 * Returns how the order depends on the scenario. For every two scenarios: tau, and the numbers of proven orders that
 * agree and that are turned. For each target: the scenarios in which it is certainly furthest ahead and behind
 * (docs/findings.md, "The order in several scenarios"). An order is proven exactly if the scenario's ranking has proven it.
 *
 * @param targets the targets that `ordersIn` was given
 * @returns undefined if no two scenarios rank two targets in common
 */
export function orderOf(
  targets: readonly string[],
  all: readonly ScenarioOrders[],
): Order | undefined {
  const scenarios = all.flatMap((a, i) => all.slice(i + 1).flatMap((b) => between(a, b)));
  if (scenarios.length === 0) return undefined;
  return { scenarios, targets: placesOf(targets, all) };
}

function between(a: ScenarioOrders, b: ScenarioOrders): Order["scenarios"] {
  const { pairs, agree, turned, unknown } = concordance(a.proven, b.proven);
  if (pairs === 0) return [];
  const named = { a: a.scenario, b: b.scenario };
  // n targets have n (n - 1) / 2 pairs.
  const targets = Math.round((1 + Math.sqrt(1 + 8 * pairs)) / 2);
  const tau = kendallTau(a.plain, b.plain, PLAIN);
  return [{ ...named, targets, agree, turned, unproven: unknown, tau }];
}

type Place = Order["targets"][number]["best"];

function placesOf(targets: readonly string[], all: readonly ScenarioOrders[]): Order["targets"] {
  const turned = targets.map(() => 0);
  for (const [i, j] of turnedPairs(all.map(({ proven }) => proven))) {
    turned[i]! += 1;
    turned[j]! += 1;
  }
  const places = Map.groupBy(all.flatMap(placesIn), ({ target }) => target);
  return targets
    .flatMap((target, i) => {
      const own = (places.get(target) ?? []).map(({ place }) => place);
      const [best] = own.toSorted((a, b) => last(a) - last(b) || first(a) - first(b));
      const [worst] = own.toSorted((a, b) => first(b) - first(a) || last(b) - last(a));
      if (own.length < 2 || !best || !worst) return [];
      return [{ target, turned: turned[i]!, best, worst }];
    })
    .toSorted(
      (a, b) => b.turned - a.turned || moved(b) - moved(a) || (a.target < b.target ? -1 : 1),
    );
}

function placesIn({ scenario, places }: ScenarioOrders): { target: string; place: Place }[] {
  const of = places.length;
  // A target that is alone in a scenario has no place.
  return of < 2
    ? []
    : places.map(({ target, rank }) => ({ target, place: { scenario, rank, of } }));
}

/** Returns the best possible place from 0 (front) to 1, since scenarios rank different numbers of targets. */
function first({ rank: [from], of }: Place): number {
  return (from - 1) / (of - 1);
}

function last({ rank: [, to], of }: Place): number {
  return (to - 1) / (of - 1);
}

/** Returns the certain difference between the places of a target. The value is negative if they may be the same. */
function moved({ best, worst }: { best: Place; worst: Place }): number {
  return first(worst) - last(best);
}
