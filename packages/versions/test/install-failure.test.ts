import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { failsAgain } from "../src/revisions/install-failure.ts";

/** The words of npm 11.19, pnpm 9.15 and 12.21, Yarn 1.22 and 4.18, and Bun 1.4, but for the registry's address. */
const failures = JSON.parse(
  readFileSync(new URL("fixtures/install-failure.json", import.meta.url), "utf8"),
) as { name: string; lasting: boolean; outputs: string[] }[];

for (const { name, lasting, outputs } of failures) {
  test(`${name}: trying again ${lasting ? "does not help" : "may help"}`, () => {
    for (const output of outputs) assert.equal(failsAgain(output), lasting, output);
  });
}
