// Imports run downwards. The linter checks that no two files import each other, not even for types (import/no-cycle).
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { root } from "../../src/targets/project.ts";
import { importsOf } from "../imports.ts";

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const imports = globSync("{packages/*,bench,site}/src/**/*.ts", { cwd: root }).flatMap((from) =>
  importsOf(from).map((one) => ({ from, ...one })),
);

/** Returns the graph of the edges between different nodes. An edge from or to null is left out. */
function graphOf(edges: readonly (readonly [string | null, string | null])[]): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of edges) {
    if (from === null || to === null || from === to) continue;
    graph.set(from, (graph.get(from) ?? new Set()).add(to));
  }
  return graph;
}

/** Returns the nodes from which a path leads back to them. */
function inCircles(graph: Graph): string[] {
  const reached = (from: string) => {
    const seen = new Set<string>();
    const open = [...(graph.get(from) ?? [])];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (seen.has(node)) continue;
      seen.add(node);
      open.push(...(graph.get(node) ?? []));
    }
    return seen;
  };
  return [...graph.keys()].filter((node) => reached(node).has(node)).toSorted();
}

/** Returns the folder of a file; null for a file beside the folders of a package, which is no part of any. */
function folderOf(file: string): string | null {
  const folder = dirname(file);
  return folder.endsWith("/src") ? null : folder;
}

const packageOf = (file: string) => /^(?:packages\/)?([^/]+)\//.exec(file)?.[1] ?? null;

test("no folders import each other in a circle when they run", () => {
  const run = imports.filter(({ isType }) => !isType);
  const folders = graphOf(run.map(({ from, to }) => [folderOf(from), folderOf(to)]));
  assert.deepEqual(inCircles(folders), []);
});

test("a package imports only packages that stand below it in CONTRIBUTING.md, not even types", () => {
  const text = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
  const [, drawn = ""] = /only packages below it .*\n\n```text\n([^`]*)```/.exec(text) ?? [];
  const order = drawn
    .trimEnd()
    .split("\n")
    .map((line) => line.split(" ")[0] as string);
  const folders = globSync("packages/*", { cwd: root }).map((path) => path.split("/")[1] as string);
  assert.deepEqual(order.toSorted(), [...folders, "apps", "bench", "site"].toSorted());
  const up = imports.flatMap(({ from, to }) => {
    const [own, other] = [packageOf(from), packageOf(to)].map((name) => order.indexOf(name ?? ""));
    return (own as number) <= (other as number) ? [] : [`${from} -> ${to}`];
  });
  assert.deepEqual(up, []);
});

test("measure and judge meet only in packages that drive both", () => {
  const graph = graphOf(imports.map(({ from, to }) => [packageOf(from), packageOf(to)]));
  const drivers = [...graph].filter(([, to]) => to.has("measure") && to.has("judge"));
  assert.deepEqual(drivers.map(([name]) => name).toSorted(), [
    "bench",
    "deadheat",
    "runner",
    "site",
  ]);
});

test("a circle is found however long it is, and an import beside it is not", () => {
  const graph = graphOf([
    ["a", "b"],
    ["b", "c"],
    ["c", "b"],
    ["c", "d"],
    ["d", "d"],
    [null, "a"],
    ["a", null],
  ]);
  assert.deepEqual(inCircles(graph), ["b", "c"]);
});

test("only the kernel's files and deadheat's own are read without a look at what they are (journal, regular.ts)", () => {
  const sources = globSync("packages/{deadheat,journal,runner,versions}/src/**/*.ts", {
    cwd: root,
  });
  const reading = sources.filter((file) =>
    /\breadFileSync\(|\breadFile\(/.test(readFileSync(join(root, file), "utf8")),
  );
  assert.deepEqual(reading.toSorted(), [
    // Not of node:fs.
    "packages/deadheat/src/descend/coverage.ts",
    "packages/deadheat/src/ready/served-by.ts",
    "packages/deadheat/src/run/floor.ts",
    "packages/deadheat/src/starters/bundle.ts",
    "packages/journal/src/environment.ts",
    "packages/versions/src/machine.ts",
  ]);
});
