// oha's output comes from a process that may be broken, replaced or killed. Any output must give consistent metrics or
// an OhaError.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as fc from "fast-check";
import { OhaError, readOhaJson } from "../src/index.ts";

/** The number of runs. For more, run FUZZ_RUNS=1000000 pnpm --filter @deadheat/oha test. */
const numRuns = Number(process.env.FUZZ_RUNS ?? 600);
/** The cases are the same each time, unless FUZZ_RUNS is set. */
const options = { numRuns, ...(process.env.FUZZ_RUNS === undefined && { seed: 20261121 }) };

const printed = readFileSync(new URL("fixtures/closed.json", import.meta.url), "utf8");

function check(text: string): void {
  let result;
  try {
    result = readOhaJson(text, 200);
  } catch (error) {
    assert.ok(error instanceof OhaError, String(error));
    return;
  }
  if (result.void !== null) return assert.equal(result.goodPerSecond, null);
  assert.ok(Number.isSafeInteger(result.good) && result.good > 0);
  assert.ok(Number.isFinite(result.goodPerSecond) && Number.isFinite(result.seconds));
  assert.equal(result.totalErrors, 0);
  assert.equal(result.good, result.completed);
}

test("any text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), check), options);
});

test("any JSON", () => {
  fc.assert(fc.property(fc.json(), check), options);
});

test("output of oha, cut off or with bytes changed", () => {
  const place = fc.nat(printed.length - 1);
  fc.assert(
    fc.property(place, (cut) => check(printed.slice(0, cut))),
    options,
  );
  const changed = fc.property(place, fc.string({ maxLength: 3 }), fc.nat(3), (at, put, length) =>
    check(printed.slice(0, at) + put + printed.slice(at + length)),
  );
  fc.assert(changed, options);
});

test("what oha printed, with any value in any place", () => {
  const paths = pathsOf(JSON.parse(printed));
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.double(),
    fc.constantFrom(-1, 0, 1e308, null, "NaN", [], {}),
  );
  const replaced = fc.property(fc.constantFrom(...paths), value, (path, put) => {
    const json = JSON.parse(printed) as Record<string, unknown>;
    let inner = json;
    for (const key of path.slice(0, -1)) inner = inner[key] as typeof inner;
    inner[path.at(-1) as string] = put;
    check(JSON.stringify(json));
  });
  fc.assert(replaced, options);
});

function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [path];
  const below = Object.entries(value).flatMap(([key, own]) => pathsOf(own, [...path, key]));
  return path.length === 0 ? below : [path, ...below];
}
