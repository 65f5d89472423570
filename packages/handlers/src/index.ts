export type { Exchange, Route } from "./route.ts";
export { about, echo, hell, hello, hey, json, notFound, routes, users } from "./routes.ts";
export { scenarioNamed, scenarios, type Scenario } from "./scenarios.ts";
export {
  FIRST_ID,
  HELLO,
  HELLO_KEY,
  LAST_ID,
  seededFortunes,
  seededRow,
  seededRows,
} from "./seed.ts";
export type { AsyncStore, Fortune, Row, Store, SyncStore } from "./store.ts";
export { fortunes, queries, row, storeRoutes } from "./store-routes.ts";
export { addressVariables, storeNamed, stores, type Service, type StoreInfo } from "./stores.ts";
