// These facts decide whether `run` takes a target's journal from the store.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "@deadheat/measure";
import { steadyPart } from "../src/run/running.ts";

const exchange = (body: string, varies: boolean): Exchange => ({
  request: { method: "GET", path: "/", headers: {}, body: null },
  response: {
    status: 200,
    mediaType: "text/plain",
    body,
    ...(varies && { problemOf: () => null }),
  },
});

test("a body that varies does not count, but the fact that it varies does", () => {
  assert.deepEqual(steadyPart(exchange("1", true)), steadyPart(exchange("2", true)));
  assert.notDeepEqual(steadyPart(exchange("1", false)), steadyPart(exchange("2", false)));
  assert.notDeepEqual(steadyPart(exchange("1", true)), steadyPart(exchange("1", false)));
});
