import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { readAction } from "../../packages/deadheat/test/github-runner.ts";
import { root } from "../src/targets/project.ts";
import { blocks, pageAt } from "./pages.ts";

// Checks docs/ci.md: the actions, and the gate on a noisy machine.

const { text } = pageAt("docs/ci.md");

/** Returns the cells of the tables whose first column has this name. */
function tables(first: string): string[][][] {
  const all = text.match(/(?:^\|.*\|\n)+/gm) ?? [];
  const rows = all.map((table) =>
    table
      .trimEnd()
      .split("\n")
      .map((row) => row.split("|").slice(1, -1))
      .map((row) => row.map((cell) => cell.trim().replaceAll("`", ""))),
  );
  return rows.filter(([head]) => head?.[0] === first).map(([, , ...body]) => body);
}

const names = (table: readonly string[][] = []) => table.map(([name = ""]) => name).toSorted();

test("exactly the inputs and outputs of the actions are documented", () => {
  const [check, comment] = [readAction("action.yml"), readAction("comment/action.yml")];
  const [inputs, own] = tables("input");
  assert.deepEqual(names(inputs), Object.keys(check.inputs).toSorted());
  assert.deepEqual(names(own), Object.keys(comment.inputs).toSorted());
  assert.deepEqual(names(tables("output")[0]), Object.keys(check.outputs ?? {}).toSorted());
  const shown = blocks(text, "yaml").find((block) => block.includes("/deadheat@")) ?? "";
  const given = /\/deadheat@<commit>\n +with:\n((?: +[\w-]+: .*\n)+)/.exec(shown)?.[1] ?? "";
  const used = [...given.matchAll(/^ +([\w-]+):/gm)].map(([, name = ""]) => name);
  assert.ok(used.length > 0);
  for (const name of used) assert.ok(name in check.inputs, name);
});

test("the numbers about a noisy runner match the simulation", () => {
  const file = join(root, "packages/judge/test/gate.test.ts");
  const args = ["--test", "--test-reporter=tap", "--test-name-pattern=two cores, a hog", file];
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const whole = { ...env, SIMULATIONS: "4" };
  const said = execFileSync(process.execPath, args, { env: whole, encoding: "utf8" });
  const found = said.matchAll(
    /hog: sd ([\d.]+), (\d+) s a round, (\d+) s(?:.|\n)*?of 100 checks ([\d.]+) failed at 8 %, ([\d.]+) at 0, where ([\d.]+) controls/g,
  );
  const printed = [...found].map(([, sd, each, budget, ...shares]) =>
    [`${Number(sd) * 100} %`, `${each} s`, `${budget} s`, ...shares].join(" | "),
  );
  const table = tables("rounds spread by (sd)")[0]?.map((row) => row.join(" | "));
  assert.deepEqual([...new Set(printed)].toSorted(), table?.toSorted());
});
