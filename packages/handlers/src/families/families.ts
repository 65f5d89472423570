/**
 * Parts of a service, each in a file of its own in every app (`src/families/<family>.ts`), which is loaded only
 * where it is served: what a scenario does not ask for is not in its process.
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
