import assert from "node:assert/strict";
import { test } from "node:test";
import * as oha from "@deadheat/oha";

test("public exports", () => {
  assert.deepEqual(Object.keys(oha).toSorted(), [
    "DEFAULT_TIMEOUT_SECONDS",
    "MAX_LATENESS_SECONDS",
    "MAX_REQUESTS",
    "OHA_VERSION",
    "OhaError",
    "OhaUnavailableError",
    "findOha",
    "obtainOha",
    "readOhaJson",
    "runOha",
  ]);
});
