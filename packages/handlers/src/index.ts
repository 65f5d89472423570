export type {
  Exchange,
  ExchangeRequest,
  ExchangeResponse,
  Fields,
  Route,
  Traffic,
} from "./route.ts";
export { about, echo, hell, hello, hey, json, notFound, routes, users } from "./routes.ts";
export {
  basicScenarios,
  scenarioNamed,
  scenarios,
  serviceScenarios,
  type Scenario,
} from "./scenarios.ts";
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

// Parts of a service, one family of scenarios each, which the files in an app's src/families/ serve.
export { families, type Family } from "./families/families.ts";
export { apiRoutes, type ApiResponse, type ApiRoute } from "./families/resources.ts";
export { items, itemsSum, type Item, type Sale } from "./families/items.ts";
export { BEARER, BODY_LIMIT_BYTES, ORIGIN, notes, profile } from "./families/account.ts";
export { CURRENCIES, EMAIL, orderJsonSchema, orders, SKU, type Order } from "./families/orders.ts";
export { brokenFields } from "./families/order-rules.ts";
export { ASSETS_PATH, assetFiles, BESIDE, type AssetFile } from "./families/assets.ts";
export { EVENTS, EVENT_MILLISECONDS, events, type Tick } from "./families/events.ts";
export { WAIT_MILLISECONDS, wait } from "./families/wait.ts";
