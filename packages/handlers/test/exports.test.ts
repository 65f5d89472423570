import assert from "node:assert/strict";
import { test } from "node:test";
import * as handlers from "../src/index.ts";

test("the public exports are these", () => {
  const shapes = Object.entries(handlers).map(([name, value]) =>
    typeof value === "function" ? `${name}(${value.length})` : `${name}: ${typeof value}`,
  );
  assert.deepEqual(shapes.toSorted(), [
    "FIRST_ID: number",
    "HELLO: string",
    "HELLO_KEY: string",
    "LAST_ID: number",
    "about: object",
    "addressVariables: object",
    "echo: object",
    "fortunes: object",
    "hell: object",
    "hello: object",
    "hey: object",
    "json: object",
    "notFound: object",
    "queries: object",
    "routes: object",
    "row: object",
    "scenarioNamed(1)",
    "scenarios: object",
    "seededFortunes: object",
    "seededRow(1)",
    "seededRows(0)",
    "storeNamed(1)",
    "storeRoutes: object",
    "stores: object",
    "users: object",
  ]);
});
