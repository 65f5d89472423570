import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { installFailure } from "../src/revisions/install-failure.ts";
import type { Manager } from "../src/revisions/installation.ts";

/** The output of a package manager, and the words about it. Words that end with an ellipsis are the beginning of those words. */
type Said = readonly [Manager, output: string, what: string];

/** The words of npm 11.19, pnpm 9.15 and 12.21, Yarn 1.22 and 4.18, and Bun 1.4, but for the registry's address. */
const failures = JSON.parse(
  readFileSync(new URL("fixtures/install-failure.json", import.meta.url), "utf8"),
) as { name: string; helps: string; lasting: boolean; cases: Said[] }[];

for (const { name, helps, lasting, cases } of failures) {
  test(name, () => {
    for (const [manager, output, what] of cases) {
      const failure = installFailure(manager, output);
      assert.ok(failure !== null, `${manager}: ${output}`);
      const said = what.endsWith("…") ? failure.what.slice(0, what.length - 1) : failure.what;
      assert.equal(said, what.replace("…", ""), manager);
      assert.match(failure.helps, new RegExp(helps), manager);
      assert.equal(failure.lasting, lasting, manager);
    }
  });
}

test("any other failure is left to the package manager's own words", () => {
  assert.equal(
    installFailure("npm", "npm error code EBADENGINE\nnpm error Unsupported engine"),
    null,
  );
});
