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
  ["x".repeat(1_000_001), "it has 1000001 bytes, and the limit is 1000000"],
  ["é".repeat(500_001), "it has 1000002 bytes, and the limit is 1000000"],
  [`{"a": ${evil}`, "it is not JSON"],
  ["[".repeat(900_000), "it is not JSON"],
  [`${"[".repeat(400_000)}${"]".repeat(400_000)}`, "schema is missing"],
  [`{"schema": 3, "outcome": ${"[".repeat(400_000)}${"]".repeat(400_000)}}`, "deadheat is missing"],
  ["null", "it must be Object"],
  [
    changed({ schema: 5 }),
    "its schema is 4, and this deadheat reads 3. Use one version of deadheat for both",
  ],
  [
    changed({ schema: 3 }),
    "its schema is 2, and this deadheat reads 3. Use one version of deadheat for both",
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
