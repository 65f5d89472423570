// The folders of the package import each other in one direction only, and no two files import each other.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";

/** The folders from the lowest to the highest. A folder imports only folders before it. */
const order = [
  "response",
  "config",
  "terminal",
  "starters",
  "find",
  "folder",
  "plan",
  "services",
  "ready",
  "provenance",
  "learn",
  "profile",
  "measure",
  "compare",
  "run",
  "history",
  "bisect/line",
  "bisect",
  "merge",
  "init",
  "github",
  "cli",
];
/** The files beside the folders that any folder may import. The others are the entries, which nothing imports. */
const base = new Set(["errors.ts", "own-folder.ts", "step.ts", "version.ts"]);

const src = join(import.meta.dirname, "../src");
const files = globSync("**/*.ts", { cwd: src });
const imports = new Map(files.map((file) => [file, importsOf(file)]));

function importsOf(file: string): string[] {
  const text = readFileSync(join(src, file), "utf8");
  const found = text.matchAll(/(?:\bfrom|\bimport\()\s*"(\.{1,2}\/[^"]+\.ts)"/g);
  return [...found].map(([, path = ""]) => relative(src, join(src, dirname(file), path)));
}

test("folders import each other in one direction only", () => {
  const folders = new Set(files.map(dirname).filter((folder) => folder !== "."));
  assert.deepEqual([...folders].toSorted(), order.toSorted(), "every folder has a place");
  const placeOf = (file: string) =>
    base.has(file) ? -1 : dirname(file) === "." ? order.length : order.indexOf(dirname(file));
  const wrong = files.flatMap((file) =>
    (imports.get(file) ?? [])
      .filter((other) => dirname(other) !== dirname(file) && placeOf(other) >= placeOf(file))
      .map((other) => `${file} -> ${other}`),
  );
  assert.deepEqual(wrong, []);
});

test("no files import each other in a circle, not even for types", () => {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(" -> "));
    if (path.includes(file) || done.has(file)) return;
    for (const other of imports.get(file) ?? []) visit(other, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  assert.deepEqual(circles, []);
});
