import assert from "node:assert/strict";
import { test } from "node:test";
import { isOff, readGated, type MeasuredComparison } from "../src/index.ts";
import { gated } from "../../report/test/gated.ts";

const changed = (change: object) => JSON.stringify({ ...gated(), ...change });
const evil = "\u001B[31m@everyone";

test("a document of gate --json is read back, without unknown fields", () => {
  assert.deepEqual(
    readGated(changed({ pullRequest: 1, __proto__: { outcome: "passed" } })),
    gated(),
  );
});

test("a document of schema 1, which says a and b, is read in today's names", () => {
  const inOlderNames = (_: string, value: unknown) => {
    const {
      base,
      new: next,
      figures: _figures,
      ...rest
    } = (value ?? {}) as Record<string, unknown>;
    const isPair = typeof value === "object" && base !== undefined && next !== undefined;
    return isPair ? { a: base, b: next, ...rest, figures: undefined } : value;
  };
  const { comparisons, control, ...whole } = gated();
  const older = JSON.parse(JSON.stringify({ comparisons, control }, inOlderNames));
  assert.equal(typeof older.comparisons[0]?.versions.a, "object");
  assert.deepEqual(readGated(JSON.stringify({ ...whole, ...older, schema: 1 })), gated());
});

test("a document of schema 2, which has no figures, is read with the figure cpu", () => {
  const { comparisons, control, ...whole } = gated();
  const without = (one: MeasuredComparison) => ({ ...one, figures: undefined });
  const older = {
    ...whole,
    comparisons: comparisons.map(without),
    control: control?.map(without),
    schema: 2,
  };
  const read = readGated(JSON.stringify(older));
  assert.deepEqual(read, gated());
  assert.deepEqual(
    read.comparisons[0]?.figures.map(({ figure, gate }) => [figure, gate?.outcome]),
    [["cpu", "passed"]],
  );
});

for (const [text, why] of [
  ["x".repeat(1_000_001), "it has 1000001 bytes, and the limit is 1000000"],
  ["é".repeat(500_001), "it has 1000002 bytes, and the limit is 1000000"],
  [`{"a": ${evil}`, "it is not JSON"],
  ["[".repeat(900_000), "it is not JSON"],
  [`${"[".repeat(400_000)}${"]".repeat(400_000)}`, "schema is missing"],
  [`{"schema": 1, "outcome": ${"[".repeat(400_000)}${"]".repeat(400_000)}}`, "deadheat is missing"],
  ["null", "it must be Object"],
  [
    changed({ schema: 4 }),
    "its schema is 4, and this deadheat reads 3. Use one version of deadheat for both",
  ],
  [changed({ schema: evil }), "schema must be 3"],
  [
    changed({ outcome: evil }),
    'outcome must be ("passed" | "failed" | "undecided" | "unmeasured")',
  ],
  [changed({ comparisons: [{ [evil]: evil }] }), "comparisons.0.base is missing"],
  [changed({ machine: { cpu: 1 } }), "machine.cpu must be string"],
  [changed({ base: { name: "main", commit: evil } }), "base.commit must be /^[0-9a-f]{40,64}$/"],
] as const) {
  test(`another text is rejected in one line: ${why}`, () => {
    assert.throws(() => readGated(text), {
      name: "UsageError",
      message: `this is not a document of gate --json: ${why}`,
    });
  });
}

test("a control is off if its interval excludes 1", () => {
  assert.deepEqual(
    [
      [0.99, 1.01],
      [1, 1.02],
      [1.001, 1.02],
      [0.98, 0.999],
    ].map(([lo = 0, hi = 0]) => isOff({ lo, hi })),
    [false, false, true, true],
  );
});
