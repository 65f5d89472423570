export type { Exchange, Route } from "./route.ts";
export { about, echo, hell, hello, hey, json, notFound, routes, users } from "./routes.ts";
export { scenarioNamed, scenarios, type Scenario } from "./scenarios.ts";
