import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { stripTypeScriptTypes } from "node:module";
import { test } from "node:test";
import { root } from "../src/targets/project.ts";
import { harness, packages } from "../src/task/sources.ts";

/** The modules that a file loads when it runs: types are stripped first, as Node does. */
function importsOf(file: string): string[] {
  const code = stripTypeScriptTypes(readFileSync(file, "utf8"));
  const found = code.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"/g);
  const started = code.matchAll(/new URL\(\s*"(\.[^"]+\.ts)"/g);
  return [...found, ...started].flatMap(([, name]) => moduleOf(name as string, file) ?? []);
}

function moduleOf(name: string, file: string): string | null {
  if (/^\..+\.(?:m?js|ts)$/.test(name)) return normalize(join(dirname(file), name));
  if (!/^(?:@deadheat\/|deadheat(?:\/|$))/.test(name)) return null;
  const [, own = "deadheat", path = ""] =
    /^(?:@deadheat\/([^/]+)|deadheat)(\/.+)?$/.exec(name) ?? [];
  const folder = join(root, "packages", own);
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return join(folder, exports[`.${path}`]);
}

function closureOf(entry: string): string[] {
  const seen = new Set<string>();
  const open = [entry];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    open.push(...importsOf(file));
  }
  return [...seen].map((file) => relative(root, file)).toSorted();
}

const reached = closureOf(join(root, "bench/src/task/task.ts"));
const key = [
  ...harness.map((path) => `bench/src/${path}`),
  ...packages.map((name) => `packages/${name}/src`),
];
const covers = (path: string, file: string) => file === path || file.startsWith(`${path}/`);

test("everything that a task imports is in the key of the cache, and in a journal's digest", () => {
  for (const file of ["packages/measure/src/duet.ts", "packages/oha/src/run/run.ts"]) {
    assert.ok(reached.includes(file), file);
  }
  for (const file of reached) {
    assert.ok(
      key.some((path) => covers(path, file)),
      `${file} can change a figure: add it to bench/src/task/sources.ts and turbo.json`,
    );
  }
});

test("nothing is in the key that no task and no server imports", () => {
  // Servers are processes of their own; these two they are made of.
  const served = new Set(["packages/adapter/src", "packages/stores/src"]);
  for (const path of key.filter((one) => !served.has(one))) {
    assert.ok(
      reached.some((file) => covers(path, file)),
      `${path} decides no figure: take it out of bench/src/task/sources.ts and turbo.json`,
    );
  }
});

test("turbo hashes what a journal's digest is made of", () => {
  const text = readFileSync(join(root, "turbo.json"), "utf8").replaceAll(/^\s*\/\/.*$/gm, "");
  const { tasks } = JSON.parse(text) as {
    tasks: Record<string, { inputs?: string[]; dependsOn?: string[] }>;
  };
  const { inputs = [], dependsOn = [] } = tasks["@deadheat/bench#harness"] ?? {};
  const hashed = inputs.map((input) => input.replace(/^src\//, "").replace(/\/\*\*$/, ""));
  assert.deepEqual(hashed.toSorted(), harness.toSorted());
  // The engine's own dependencies come with it (^sources), the servers' with the app's.
  assert.deepEqual(
    dependsOn.toSorted(),
    ["addon", "handlers", "measure"].map((name) => `@deadheat/${name}#sources`),
  );
  const { dependencies } = JSON.parse(
    readFileSync(join(root, "packages/measure/package.json"), "utf8"),
  );
  for (const name of ["journal", "oha"]) assert.ok(dependencies[`@deadheat/${name}`]);
});
