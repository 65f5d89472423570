import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  fileCommand,
  fileRuntimes,
  floors,
  runtimeFacts,
  runtimeOf,
  runtimes,
  runtimesIn,
} from "@deadheat/journal";

const folder = join(import.meta.dirname, "../src/runtimes");

test("each runtime has a file of its name, which imports nothing but its neighbors", () => {
  for (const name of runtimes) {
    const code = readFileSync(join(folder, `${name}.ts`), "utf8");
    for (const [, from = ""] of code.matchAll(/from "([^"]+)"/g))
      assert.match(from, /^\.\/\w+\.ts$/);
  }
  const others = readdirSync(folder).filter(
    (file) => !runtimes.some((name) => file === `${name}.ts`),
  );
  assert.deepEqual(others.toSorted(), ["by-runtime.ts", "list.ts", "runtime.ts"]);
});

test("each floor runs on its own runtime, and no two runtimes look alike", () => {
  for (const name of runtimes) assert.equal(runtimeOf(floors[name]), name);
  for (const key of ["light", "dark", "terminal", "icon"] as const) {
    const all = runtimes.map((name) => runtimeFacts[name].look[key]);
    assert.equal(new Set(all).size, all.length, key);
  }
  assert.equal(
    new Set(runtimes.map((name) => JSON.stringify(runtimeFacts[name].look.shape))).size,
    runtimes.length,
  );
});

test("a server's file is started with every permission that its runtime asks for", () => {
  assert.deepEqual(fileCommand("node", "/bin/node", ["a.ts", "x"]), ["/bin/node", "a.ts", "x"]);
  assert.deepEqual(fileCommand("deno", "/bin/deno", ["a.ts"]), [
    "/bin/deno",
    "run",
    "--quiet",
    "--no-prompt",
    "--allow-all",
    "a.ts",
  ]);
  for (const name of runtimes.filter((one) => !fileRuntimes.some((file) => file === one))) {
    assert.throws(() => fileCommand(name, "/bin/program", ["a.ts"]), /cannot run a server's file/);
  }
});

test("an optional runtime is listed only where something is about it", () => {
  const usual = runtimes.filter((name) => !runtimeFacts[name].isOptional);
  assert.deepEqual(runtimesIn([]), usual);
  assert.deepEqual(runtimesIn(runtimes), runtimes);
});
