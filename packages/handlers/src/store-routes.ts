import { fortunesPage } from "./fortunes.ts";
import { get, type Exchange, type Route } from "./route.ts";
import { hello } from "./routes.ts";
import { problemOfQueries } from "./queries-rules.ts";
import { FIRST_ID, LAST_ID, seededFortunes, seededRow } from "./seed.ts";
import type { AsyncStore, Row, Store } from "./store.ts";

/** One row by its primary key, as JSON. Load requests a random one each time. */
export const row: Route<
  <S extends Store>(store: S, id: string) => ReturnType<S["row"]>,
  "/row/:id"
> = {
  name: "row",
  method: "GET",
  pattern: "/row/:id",
  handle: <S extends Store>(store: S, id: string) => store.row(Number(id)) as ReturnType<S["row"]>,
  exchanges: () => [
    { ...rowExchange(12_345), random: { prefix: "/row/", pattern: "1[0-9]{4}" } },
    ...[FIRST_ID, LAST_ID, randomId(), randomId()].map(rowExchange),
  ],
};

function rowExchange(id: number): Exchange {
  return get(`/row/${id}`, "application/json", JSON.stringify(seededRow(id)));
}

/**
 * TechEmpower's multiple queries: `queries` random rows by one query each, at least 1 (also if invalid), at most 500.
 */
export const queries: Route<
  (store: AsyncStore, count: string | null | undefined) => Promise<Row[]>
> = {
  name: "queries",
  method: "GET",
  pattern: "/queries",
  handle: (store, count) => store.rows(Array.from({ length: clamp(count) }, randomId)),
  exchanges: () => [
    queriesExchange("?queries=20", 20),
    queriesExchange("?queries=20", 20),
    queriesExchange("?queries=1", 1),
    queriesExchange("?queries=500", 500),
    queriesExchange("?queries=501", 500),
    queriesExchange("?queries=0", 1),
    queriesExchange("?queries=foo", 1),
    queriesExchange("?queries=", 1),
    queriesExchange("", 1),
  ],
};

function clamp(count: string | null | undefined): number {
  const asked = Number.parseInt(count ?? "", 10);
  return asked >= 1 ? Math.min(asked, 500) : 1;
}

function queriesExchange(query: string, count: number): Exchange {
  // One of the right bodies, which all have the same length.
  const rows = Array.from({ length: count }, (_, i) => seededRow(FIRST_ID + i));
  const exchange = get(`/queries${query}`, "application/json", JSON.stringify(rows));
  const problemOf = (body: string) => problemOfQueries(body, count);
  return { ...exchange, response: { ...exchange.response, problemOf } };
}

/** TechEmpower's fortunes: a table with an added row, sorted, escaped and rendered as HTML. */
export const fortunes: Route<(store: AsyncStore) => Promise<string>> = {
  name: "fortunes",
  method: "GET",
  pattern: "/fortunes",
  handle: async (store) => fortunesPage(await store.fortunes()),
  exchanges: () => [get("/fortunes", "text/html", fortunesPage(seededFortunes))],
};

/** Returns a random id of the table, all with equal chance. */
function randomId(): number {
  return FIRST_ID + Math.floor(Math.random() * (LAST_ID - FIRST_ID + 1));
}

/** The routes that an app serves from the chosen store. Synchronous stores have only the first two. */
export const storeRoutes = [hello, row, queries, fortunes] as const;
