/**
 * The parts of a service. Every app has a file for each (`src/families/<family>.ts`) and loads it only if it is served.
 * So the process contains no code that the scenario does not use.
 */
export const families = [
  "routes",
  "items",
  "account",
  "orders",
  "orders-standard",
  "assets",
  "compressed",
  "events",
  "wait",
] as const;
export type Family = (typeof families)[number];
