import assert from "node:assert/strict";
import { test } from "node:test";
import { anotherHour as hourOf, calmSlowdownIn, slowdownIn } from "../src/result/another-hour.ts";
import { generatedResult, small } from "./generated-result.ts";

const anotherHour = (...asked: Parameters<typeof hourOf>) => {
  const hour = hourOf(...asked);
  assert.ok(hour !== null);
  return hour;
};

const express = { ratio: 0.453, lo: 0.439, hi: 0.468 };

test("the interval of another hour includes that of the run, and grows with the distance from 1", () => {
  const { lo, hi } = anotherHour(express, 0.06);
  assert.ok(lo < express.lo && hi > express.hi, `${lo} ${hi}`);
  const near = anotherHour({ ratio: 0.95, lo: 0.92, hi: 0.98 }, 0.06);
  assert.ok(Math.log(hi / lo) > 2 * Math.log(near.hi / near.lo));
});

test("a ratio of 1 moves by nothing but its own interval, and that of the other run", () => {
  const { lo, hi } = anotherHour({ ratio: 1, lo: 0.99, hi: 1 / 0.99 }, 0.5);
  assert.ok(Math.abs(Math.log(hi) - Math.SQRT2 * Math.log(1 / 0.99)) < 1e-12);
  assert.ok(Math.abs(Math.log(hi) + Math.log(lo)) < 1e-12);
});

test("a ratio turned round has the interval turned round, and a worse hour a wider one", () => {
  const turned = anotherHour({ ratio: 1 / 0.453, lo: 1 / 0.468, hi: 1 / 0.439 }, 0.06);
  const own = anotherHour(express, 0.06);
  assert.ok(Math.abs(turned.lo * own.hi - 1) < 1e-12);
  assert.ok(anotherHour(express, 0.3).lo < own.lo);
});

test("nothing is known about another hour after a run that was never calm, nor beyond a factor of two", () => {
  assert.equal(hourOf(express, null), null);
  assert.equal(hourOf({ ratio: 0.138, lo: 0.132, hi: 0.143 }, 1.5), null);
  assert.notEqual(hourOf({ ratio: 0.138, lo: 0.132, hi: 0.143 }, 0.06), null);
  const calm = generatedResult({ ...small, frameworks: 2, scenarios: ["text"] });
  assert.equal(calmSlowdownIn(calm), slowdownIn(calm));
  // node:http takes 10 us here.
  const never = { ...calm, machine: { ...calm.machine, cpu: "Intel(R) Xeon(R) Processor" } };
  assert.ok(slowdownIn(never) > 0.2);
  assert.equal(calmSlowdownIn(never), null);
});
