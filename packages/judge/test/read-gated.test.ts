import assert from "node:assert/strict";
import { test } from "node:test";
import { isOff, readGated } from "../src/index.ts";
import { gated } from "../../report/test/gated.ts";

const changed = (change: object) => JSON.stringify({ ...gated(), ...change });
const evil = "\u001B[31m@everyone";

test("a document of gate --json is read back, without unknown fields", () => {
  assert.deepEqual(
    readGated(changed({ pullRequest: 1, __proto__: { outcome: "passed" } })),
    gated(),
  );
});

for (const [text, why] of [
  ["x".repeat(4_000_001), "it has 4000001 bytes, and the limit is 4000000"],
  ["é".repeat(2_000_001), "it has 4000002 bytes, and the limit is 4000000"],
  [`{"a": ${evil}`, "it is not JSON"],
  ["[".repeat(900_000), "it is not JSON"],
  [`${"[".repeat(400_000)}${"]".repeat(400_000)}`, "schema is missing"],
  [`{"schema": 8, "outcome": ${"[".repeat(400_000)}${"]".repeat(400_000)}}`, "deadheat is missing"],
  ["null", "it must be Object"],
  [
    changed({ schema: 9 }),
    "its schema is 9, and this deadheat reads 8. Use one version of deadheat for both",
  ],
  [changed({ schema: evil }), "schema must be 8"],
  [
    changed({ gate: { ...gated().gate, outcome: evil } }),
    'gate.outcome must be ("passed" | "failed" | "undecided" | "unmeasured")',
  ],
  [changed({ comparisons: [{ [evil]: evil }] }), "comparisons.0.app is missing"],
  [changed({ gate: null }), "it has no limits. Use the output of gate --json"],
  [changed({ machine: { cpu: 1 } }), "machine.cpu must be string"],
  [changed({ base: { name: "main", commit: evil } }), "base.commit must be /^[0-9a-f]{40,64}$/"],
] as const) {
  test(`another text is rejected in one line: ${why}`, () => {
    assert.throws(() => readGated(text), {
      name: "UsageError",
      message: `This is not a document of compare or gate: ${why}`,
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
