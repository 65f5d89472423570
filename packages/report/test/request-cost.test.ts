import assert from "node:assert/strict";
import { test } from "node:test";
import { floors } from "@deadheat/journal";
import {
  coreSentence,
  eachRequest,
  eachWords,
  overFloor,
  overWords,
  type Costly,
} from "../src/content/request-cost.ts";

const of = (target: string, ratio: number, lo: number, hi: number): Costly => ({
  target,
  runtime: "node",
  each: eachRequest(1e-5, { ratio, lo, hi }),
  over: overFloor(1e-5, { ratio, lo, hi }),
  floor: 1e-5,
});
const floor = of("node-http/node", 1, 1, 1);
const hono = of("hono/node", 0.9, 0.89, 0.91);
const express = of("express/node", 0.4, 0.38, 0.42);

test("a ratio and the reference's time give the time of a request, and what it adds, with intervals", () => {
  assert.equal(eachWords(hono.each), "11.1 [11.0, 11.2]");
  assert.equal(overWords(hono.over!), "+1.11 [0.99, 1.24]");
  assert.equal(
    overWords(overFloor(1e-5, { ratio: 1.25, lo: 1.2, hi: 1.3 })),
    "-2.00 [-2.31, -1.67]",
  );
  assert.equal(eachWords(floor.each), "10.0");
  assert.equal(eachWords(eachRequest(250e-6, { ratio: 1, lo: 0.99, hi: 1.01 })), "250 [248, 253]");
});

test("a sentence has the load at which the overhead is one more core", () => {
  assert.equal(
    coreSentence([express, floor, hono], floors),
    "A request takes 10.0 µs of CPU at node-http/node. hono/node adds 1.11 µs [0.99, 1.24], which is one more core at 900,000 " +
      "requests/s; express/node adds 15.0 µs [13.8, 16.3], which is one more core at 67,000 requests/s.",
  );
  assert.match(
    coreSentence([floor, hono], floors) ?? "",
    /hono\/node adds .* core at 900,000 requests\/s\.$/,
  );
});

test("a server that is not proven to cost more than its floor is not named, and without servers there is no sentence", () => {
  const even = of("uws/node", 1.01, 0.98, 1.04);
  assert.match(coreSentence([floor, even], floors) ?? "", /No other server is proven to need more/);
  assert.match(coreSentence([floor, even, hono], floors) ?? "", /hono\/node adds 1\.11 µs/);
  assert.equal(coreSentence([floor], floors), null);
});
