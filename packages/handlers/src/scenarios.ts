import type { Exchange } from "./route.ts";
import { echo, hello, json, users } from "./routes.ts";
import { fortunes, queries, row } from "./store-routes.ts";
import { stores, type StoreInfo } from "./stores.ts";

/** What one cell measures: one exchange, repeated, with the store that its handler needs. */
export interface Scenario {
  readonly name: string;
  /** The route under load, one of `routes` by name. */
  readonly route: string;
  /** The data client behind the handler; null: none. */
  readonly store: string | null;
  readonly exchange: Exchange;
}

function storeless(name: string, route: { name: string; exchanges: typeof hello.exchanges }) {
  return { name, route: route.name, store: null, exchange: route.exchanges("load")[0] };
}

/** `Hello World!` from each store; of each with tables also a row by its key; of pg the rest. */
function ofStore({ name, service }: StoreInfo): Scenario[] {
  const scenario = (
    suffix: string,
    route: { name: string; exchanges: typeof hello.exchanges },
  ): Scenario => ({
    name: `${name}${suffix}`,
    route: route.name,
    store: name,
    exchange: route.exchanges("load")[0],
  });
  return [
    scenario("", hello),
    ...(service === "redis" ? [] : [scenario("-row", row)]),
    ...(name === "pg" ? [scenario("-queries", queries), scenario("-fortunes", fortunes)] : []),
  ];
}

/** Every scenario, in the order in which reports show them. */
export const scenarios: readonly Scenario[] = [
  storeless("text", hello),
  storeless("json", json),
  storeless("params", users),
  storeless("echo", echo),
  ...stores.flatMap(ofStore),
];

/** @throws RangeError naming the scenarios that exist. */
export function scenarioNamed(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name);
  if (found) return found;
  const known = scenarios.map((scenario) => scenario.name).join(", ");
  throw new RangeError(`unknown scenario ${JSON.stringify(name)}; there are: ${known}`);
}
