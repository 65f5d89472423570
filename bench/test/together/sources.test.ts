import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { root } from "../../src/targets/project.ts";
import { harness } from "../../src/cells/sources.ts";
import { importsOf } from "../imports.ts";

/** Returns the files that an entry loads when it runs. */
function closureOf(entry: string): string[] {
  const seen = new Set<string>();
  const open = [entry];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    open.push(...importsOf(file).flatMap(({ to, isType }) => (isType ? [] : [to])));
  }
  return [...seen].toSorted();
}

// The modules that measure a cell, arrange the cells, and turn a target into a participant.
const entries = [
  "packages/runner/src/cell/measure.ts",
  "packages/runner/src/cell/arrange.ts",
  "bench/src/cells/participant.ts",
];
const reached = [...new Set(entries.flatMap(closureOf))];
/** The packages that come into a key with the app that uses them. */
const served = new Set(["adapter", "stores"]);
const covers = (path: string, file: string) => file === path || file.startsWith(`${path}/`);

test("everything that decides a metric is in the key of the cache, and in a journal's digest", () => {
  for (const file of ["packages/measure/src/duet.ts", "packages/oha/src/run/run.ts"]) {
    assert.ok(reached.includes(file), file);
  }
  for (const file of reached) {
    assert.ok(
      harness.some((path) => covers(path, file)),
      `${file} can change a metric: add it to bench/src/cells/sources.ts and turbo.json`,
    );
  }
});

test("nothing is in the key that decides no metric", () => {
  // Servers are processes of their own; these two they are made of.
  for (const path of harness.filter((one) => !served.has(basename(dirname(one))))) {
    assert.ok(
      reached.some((file) => covers(path, file)),
      `${path} decides no metric: take it out of bench/src/cells/sources.ts and turbo.json`,
    );
  }
});

test("one module measures cells, besides what compares two servers and what checks the measure", () => {
  const measuring = /\b(?:runRound|runCost|sweepProcess|latencyProcess)\b/;
  const files = globSync("{packages/{runner,deadheat}/src,bench/src}/**/*.ts", { cwd: root });
  const found = files.filter((file) => measuring.test(readFileSync(join(root, file), "utf8")));
  assert.deepEqual(found.toSorted(), [
    "bench/src/calibrate/lab/lab.ts",
    "packages/deadheat/src/measure/entrants.ts",
    "packages/runner/src/cell/measure.ts",
  ]);
});

test("turbo hashes what a journal's digest is made of", () => {
  const text = readFileSync(join(root, "turbo.json"), "utf8").replaceAll(/^\s*\/\/.*$/gm, "");
  const { tasks } = JSON.parse(text) as {
    tasks: Record<string, { inputs?: string[]; dependsOn?: string[] }>;
  };
  const { inputs = [], dependsOn = [] } = tasks["@deadheat/bench#harness"] ?? {};
  const hashed = inputs.map((input) =>
    input
      .replace(/^src\//, "bench/src/")
      .replace("$TURBO_ROOT$/", "")
      .replace(/\/\*\*$/, ""),
  );
  const packages = harness.flatMap((path) => /^packages\/([^/]+)\/src$/.exec(path)?.[1] ?? []);
  const files = harness.filter((path) => !/^packages\/[^/]+\/src$/.test(path));
  assert.deepEqual(hashed.toSorted(), files.toSorted());
  // The dependencies of measure come with it (^sources), those of the servers with the app's.
  const own = ["addon", "handlers", "measure"];
  assert.deepEqual(
    dependsOn.toSorted(),
    own.map((name) => `@deadheat/${name}#sources`),
  );
  const { dependencies } = JSON.parse(
    readFileSync(join(root, "packages/measure/package.json"), "utf8"),
  );
  for (const name of packages) {
    const covered = own.includes(name) || served.has(name) || dependencies[`@deadheat/${name}`];
    assert.ok(covered, name);
  }
});
