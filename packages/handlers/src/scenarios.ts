import type { Exchange, Traffic } from "./route.ts";
import { profile } from "./families/account.ts";
import { asset, assetUnchanged } from "./families/assets.ts";
import { compressed } from "./families/compressed.ts";
import { events } from "./families/events.ts";
import type { Family } from "./families/families.ts";
import { itemsExchanges, itemsSum } from "./families/items.ts";
import { orders } from "./families/orders.ts";
import { api } from "./families/resources.ts";
import { service } from "./families/service.ts";
import { wait } from "./families/wait.ts";
import { echo, hello, json, users } from "./routes.ts";
import { fortunes, queries, row } from "./store-routes.ts";
import { stores, type StoreInfo } from "./stores.ts";

/** The scenario of a cell: one exchange, repeated, with the store that its handler needs. */
export interface Scenario {
  readonly name: string;
  /** The part under load: the name of one of `routes`, or of a family's route. */
  readonly route: string;
  /** The data client behind the handler; null for none. */
  readonly store: string | null;
  /** The families that its servers load; empty for the routes that every app serves. */
  readonly families: readonly Family[];
  readonly exchange: Exchange;
  /**
   * Returns exchanges that prove a server right. Each server gets its own `token`, so that a prepared response fails.
   */
  readonly exchanges: (token: string) => readonly [Exchange, ...Exchange[]];
}

interface Part {
  readonly name: string;
  readonly exchanges: (token: string) => readonly [Exchange, ...Exchange[]];
}

function scenarioOf(
  name: string,
  { name: route, exchanges }: Part,
  { store = null, families = [] }: { store?: string | null; families?: readonly Family[] } = {},
): Scenario {
  let load: Exchange | null = null;
  return {
    name,
    route,
    store,
    families,
    // Built on first use, so that a server that imports this file does not build megabytes for other scenarios.
    get exchange() {
      return (load ??= exchanges("load")[0]);
    },
    exchanges,
  };
}

/** Returns the part with another kind of traffic. */
function over(part: Part, traffic: Traffic): Part {
  const exchanges = (token: string) =>
    part.exchanges(token).map((exchange) => ({
      ...exchange,
      traffic: { ...exchange.traffic, ...traffic },
    })) as [Exchange, ...Exchange[]];
  return { name: part.name, exchanges };
}

/**
 * Returns the scenarios of a store: `Hello World!`, for stores with tables also a row by its key, and for pg the rest.
 */
function ofStore({ name: store, service: kind }: StoreInfo): Scenario[] {
  return [
    scenarioOf(store, hello, { store }),
    ...(kind === "redis" ? [] : [scenarioOf(`${store}-row`, row, { store })]),
    ...(store === "pg"
      ? [
          scenarioOf(`${store}-queries`, queries, { store }),
          scenarioOf(`${store}-fortunes`, fortunes, { store }),
        ]
      : []),
  ];
}

/** Scenarios of a router and a serializer with a few bytes. */
export const basicScenarios: readonly Scenario[] = [
  scenarioOf("text", hello),
  scenarioOf("json", json),
  scenarioOf("params", users),
  scenarioOf("echo", echo),
];

const HTTP2 = { connections: 10, streams: 10 };
const large = (count: number): Part => ({
  name: "items",
  exchanges: (token) => itemsExchanges(count, token),
});

/** Scenarios of typical services, each written with the framework's own means. */
export const serviceScenarios: readonly Scenario[] = [
  scenarioOf("routes", api, { families: ["routes"] }),
  scenarioOf("large", large(50), { families: ["items"] }),
  scenarioOf("large-500", large(500), { families: ["items"] }),
  scenarioOf("large-post", itemsSum, { families: ["items"] }),
  scenarioOf("middleware", profile, { families: ["account"] }),
  scenarioOf("validate", orders, { families: ["orders"] }),
  scenarioOf("validate-standard", orders, { families: ["orders-standard"] }),
  scenarioOf("static", asset, { families: ["assets"] }),
  scenarioOf("static-304", assetUnchanged, { families: ["assets"] }),
  scenarioOf("compress", compressed, { families: ["compressed"] }),
  scenarioOf("tls", over(json, { protocol: "tls" })),
  scenarioOf("h2", over(json, { protocol: "h2", ...HTTP2 })),
  scenarioOf("h2c", over(json, { protocol: "h2c", ...HTTP2 })),
  scenarioOf("stream", events, { families: ["events"] }),
  scenarioOf("churn", over(hello, { keepAlive: false, warmResponses: 20_000 })),
  scenarioOf("async", wait, { families: ["wait"] }),
  scenarioOf("app", service, {
    families: ["routes", "account", "items", "assets", "orders-standard"],
  }),
];

/** All scenarios, in the order in which reports show them. */
export const scenarios: readonly Scenario[] = [
  ...basicScenarios,
  ...serviceScenarios,
  ...stores.flatMap(ofStore),
];

/** Returns the scenario of this name, or throws a RangeError that lists all scenarios. */
export function scenarioNamed(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name);
  if (found) return found;
  const known = scenarios.map((scenario) => scenario.name).join(", ");
  throw new RangeError(`unknown scenario ${JSON.stringify(name)}: choose one of ${known}`);
}
