import { scenarios } from "@deadheat/handlers";

/** An app has one way to serve stores that answer at once, and another way for the rest. */
export const typical = scenarios
  .filter(({ store }) => store === "node-sqlite" || store === "pg")
  .map(({ name }) => name);
