import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { stripTypeScriptTypes } from "node:module";
import { test } from "node:test";
import { root } from "../src/project.ts";
import { harness } from "../src/sources.ts";

const src = join(root, "bench/src");

/** The modules that a file loads when it runs: types are stripped first, as Node does. */
function importsOf(file: string): string[] {
  const code = stripTypeScriptTypes(readFileSync(file, "utf8"));
  const found = code.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+\.(?:m?js|ts))"/g);
  const started = code.matchAll(/new URL\(\s*"(\.[^"]+\.ts)"/g);
  return [...found, ...started].map(([, path]) => normalize(join(dirname(file), path as string)));
}

function closureOf(entry: string): string[] {
  const seen = new Set<string>();
  const open = [entry];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    open.push(...importsOf(file));
  }
  return [...seen].map((file) => relative(src, file)).toSorted();
}

const reached = closureOf(join(src, "measure/task.ts"));
const covers = (path: string, file: string) => file === path || file.startsWith(`${path}/`);

test("everything that a task imports is in the key of the cache, and in a journal's digest", () => {
  assert.ok(reached.includes("measure/duet.ts") && reached.includes("plan.ts"));
  for (const file of reached) {
    assert.ok(
      harness.some((path) => covers(path, file)),
      `${file} can change a figure: add it to bench/src/sources.ts and turbo.json`,
    );
  }
});

test("nothing is in the key that no task imports", () => {
  for (const path of harness) {
    assert.ok(
      reached.some((file) => covers(path, file)),
      `${path} decides no figure: take it out of bench/src/sources.ts and turbo.json`,
    );
  }
});

test("turbo hashes what a journal's digest is made of", () => {
  const text = readFileSync(join(root, "turbo.json"), "utf8").replaceAll(/^\s*\/\/.*$/gm, "");
  const { tasks } = JSON.parse(text) as { tasks: Record<string, { inputs?: string[] }> };
  const hashed = (tasks["@deadheat/bench#harness"]?.inputs ?? []).map((input) =>
    input.replace(/^src\//, "").replace(/\/\*\*$/, ""),
  );
  assert.deepEqual(hashed.toSorted(), harness.toSorted());
});
