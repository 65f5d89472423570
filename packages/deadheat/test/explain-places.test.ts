import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import type { CpuProfile } from "@deadheat/journal";
import { attribute, type Place } from "@deadheat/judge";
import { profilerModule } from "@deadheat/measure";
import { functionNames } from "../src/profile/function-names.ts";
import { placesOf, withoutHash, type Located } from "../src/profile/places.ts";
import { folderOf } from "./config-folder.ts";

const APP = `import { wrap } from "wrapping";

function outer(n) {
  const twice = (x) => x + x;
  let sum = 0;
  for (let i = 0; i < n; i++) sum += [i].map((x) => twice(x))[0];
  return sum;
}

class Store {
  find(n) {
    return wrap(() => outer(n));
  }
}

export const run = (n) => new Store().find(n);
`;
const WRAPPING = `export function wrap(work) {
  return [1].map(function () {
    return work();
  })[0];
}
`;

/** Writes the program of the recorded profiles into a new folder. */
function program(t: TestContext, files: Readonly<Record<string, string>> = {}): string {
  return folderOf(t, {
    "package.json": `{ "name": "fixture", "version": "1.0.0" }`,
    "app.mjs": APP,
    "node_modules/wrapping/package.json": `{ "name": "wrapping", "version": "1.2.3", "main": "lib/index.mjs" }`,
    "node_modules/wrapping/lib/index.mjs": WRAPPING,
    ...files,
  });
}

const located = (folder: string, own: Partial<Located> = {}): Located => ({
  root: folder,
  program: { kind: "file", file: join(folder, "main.mjs") },
  app: null,
  package: null,
  runtime: "node",
  ...own,
});

/** Reads a profile that was recorded with this program, as if it lay in the folder. */
function recorded(runtime: string, folder: string): CpuProfile {
  const file = join(import.meta.dirname, "fixtures", "profiles", `${runtime}.cpuprofile`);
  const text = readFileSync(file, "utf8").replaceAll("file:///FOLDER", pathToFileURL(folder).href);
  return JSON.parse(text.replaceAll("/FOLDER/", `${folder}/`)) as CpuProfile;
}

const frame = (url: string, functionName: string, lineNumber: number, columnNumber: number) => ({
  functionName,
  url,
  lineNumber,
  columnNumber,
});

const wordsOf = ({ kind, package: owner, file, name }: Place) =>
  `${kind} ${owner ?? "-"} ${file ?? "-"} ${name}`;

for (const runtime of ["node", "bun", "deno"]) {
  test(`functions of a profile that ${runtime} recorded have their packages, files and names`, (t) => {
    const folder = program(t);
    const { places } = attribute([recorded(runtime, folder)], placesOf(located(folder), new Set()));
    const found = new Set([...places.values()].map(wordsOf));
    const expected = [
      "app . app.mjs run",
      "app . app.mjs outer",
      "dependency wrapping lib/index.mjs wrap > anonymous 1",
    ];
    // Deno's compiler had inlined these.
    const inlined = [
      "app . app.mjs find",
      "app . app.mjs find > anonymous 1",
      "app . app.mjs outer > anonymous 1",
      "dependency wrapping lib/index.mjs wrap",
    ];
    for (const words of [...expected, ...(runtime === "deno" ? [] : inlined)]) {
      assert.ok(found.has(words), `${words} is missing: ${[...found].join(", ")}`);
    }
    for (const words of found) assert.doesNotMatch(words, new RegExp(folder), "a private path");
  });
}

test("a moved line changes no identity, and a changed order of anonymous functions does", () => {
  const text = (before: string) => `${before}function f() { return [() => 1, () => 2]; }`;
  const names = functionNames(text(""));
  const moved = functionNames(text("// a comment\n\n"));
  const column = text("").indexOf("() => 2");
  assert.equal(names?.nameAt(0, column), "f > anonymous 2");
  assert.equal(moved?.nameAt(2, column), "f > anonymous 2");
  assert.equal(names?.nameAt(0, text("").indexOf("() => 1")), "f > anonymous 1");
  assert.equal(names?.nameAt(0, text("").length - 1), null, "no function begins there");
});

test("a call is found in the function that makes it, if one line does", () => {
  const text = `function f() {
  a();
  b.c()
    .d();
  return () => inner();
}
function g() { return [a(), 
  a()]; }`;
  const functions = functionNames(text);
  assert.deepEqual(functions?.callAt(0, 10, "a"), [1, 2]);
  assert.deepEqual(functions?.callAt(0, 10, "d"), [3, 5]);
  assert.equal(functions?.callAt(0, 10, "inner"), null, "another function calls it");
  assert.equal(functions?.callAt(6, 10, "a"), null, "two lines do");
});

test("an exported function without a name has that of its file", (t) => {
  const file = "node_modules/wrapping/lib/sign.js";
  const folder = program(t, {
    [file]: "module.exports = function (n) { return [n].map((x) => x); };",
  });
  const url = pathToFileURL(join(folder, file)).href;
  const placeOf = placesOf(located(folder), new Set());
  assert.equal(placeOf(frame(url, "module.exports", 0, 26))?.name, "sign");
  assert.equal(placeOf(frame(url, "", 0, 52))?.name, "sign > anonymous 1");
});

test("anonymous functions are named by what they are assigned to, in scripts, modules and TypeScript", () => {
  const at = (text: string, what: string) => functionNames(text)?.nameAt(0, text.indexOf(what));
  assert.equal(at("exports.send = function () {};", "() {}"), "send");
  assert.equal(at("const o = { get: () => 1 };", "() => 1"), "get");
  assert.equal(at("export default () => 1;", "() => 1"), "anonymous 1");
  assert.equal(at("#!/usr/bin/env node", "x"), null);
  assert.equal(
    at("const f = (n: number): number => [n].map((x) => x)[0]!;", "(x) =>"),
    "f > anonymous 1",
  );
  assert.equal(functionNames("this is no program"), null);
});

test("native functions keep their names, and garbage collection, modules and runtime code have their kinds", (t) => {
  const placeOf = placesOf(located(program(t)), new Set());
  const words = (...of: Parameters<typeof frame>) => wordsOf(placeOf(frame(...of)) as Place);
  assert.equal(words("", "writeUtf8String", -1, -1), "native - - writeUtf8String");
  assert.equal(words("", "(garbage collector)", -1, -1), "gc - - garbage collection");
  assert.equal(words("", "(program)", -1, -1), "native - - native code without a name");
  assert.equal(words("node:path", "extname", 10, 0), "runtime - node:path extname");
  assert.equal(
    words("ext:deno_http/00_serve.ts", "serve", 1, 0),
    "runtime - ext:deno_http/00_serve.ts serve",
  );
});

test("evaluated code belongs to the app, whatever it calls itself", (t) => {
  const folder = program(t);
  const wordsOn = (runtime: "node" | "bun", ...of: Parameters<typeof frame>) =>
    wordsOf(placesOf(located(folder, { runtime }), new Set())(frame(...of)) as Place);
  assert.equal(wordsOn("node", "", "render", 3, 7), "app . evaluated code render");
  assert.equal(wordsOn("bun", "", "map", 0, 10), "native - - map");
  for (const url of [
    "handler.js",
    "evalmachine.<anonymous>",
    "webpack-internal:///./src/x.js",
    "https://cdn.test/x.js",
    "data:text/javascript,f()",
    "file://host/x.js",
    "file:///%2F",
  ]) {
    assert.equal(wordsOn("node", url, "f", 0, 1), `app . ${url} f`);
  }
});

test("the compared package is the framework, and the module's own code has no function", (t) => {
  const folder = program(t);
  const placeOf = placesOf(located(folder), new Set(["wrapping"]));
  const url = pathToFileURL(join(folder, "node_modules/wrapping/lib/index.mjs")).href;
  assert.equal(
    wordsOf(placeOf(frame(url, "wrap", 0, 20)) as Place),
    "framework wrapping lib/index.mjs wrap",
  );
  assert.equal(placeOf(frame(url, "", -1, -1))?.name, "(module)");
});

test("the servers' own files match each other, whatever they and their folders are called", (t) => {
  const folder = program(t, { "a.mjs": APP, "b.mjs": APP, "c/main.mjs": "", "d/main.mjs": "" });
  const placeIn = (file: string) => {
    const path = join(folder, file);
    const side = located(folder, { program: { kind: "file", file: path } });
    return placesOf(side, new Set())(frame(pathToFileURL(path).href, "outer", 2, 14));
  };
  assert.equal(placeIn("a.mjs")?.id, placeIn("b.mjs")?.id);
  assert.deepEqual([placeIn("a.mjs")?.file, placeIn("b.mjs")?.file], ["a.mjs", "b.mjs"]);
  const beside = (name: string) => {
    const side = located(folder, {
      program: { kind: "file", file: join(folder, name, "main.mjs") },
    });
    const url = pathToFileURL(join(folder, name, "lib.mjs")).href;
    return placesOf(side, new Set())(frame(url, "work", 2, 14));
  };
  assert.equal(beside("c")?.id, beside("d")?.id);
});

test("the chunks of two builds match each other without their hashes", () => {
  const names = {
    "dist/chunks/server_CwIXZiya.mjs": "dist/chunks/server_*.mjs",
    "chunks/index-BeXSZ7VG.js": "chunks/index-*.js",
    "chunks/Layout_DJ-Q9jeo.mjs": "chunks/Layout_*.mjs",
    "ssr/[root-of-the-server]__9f2c41d0._.js": "ssr/[root-of-the-server]__*._.js",
    "lib/react-useState.js": "lib/react-useState.js",
    "lib/use-Callback.js": "lib/use-Callback.js",
    "lib/for-requests.js": "lib/for-requests.js",
  };
  for (const [file, name] of Object.entries(names)) assert.equal(withoutHash(file), name);
});

test("the profiler's own frames are no part of the server", (t) => {
  const url = pathToFileURL(profilerModule).href;
  assert.equal(placesOf(located(program(t)), new Set())(frame(url, "stop", 1, 1)), null);
});

test("source maps are followed to the file, the line and the package", async (t) => {
  const { buildSync } = await import("esbuild");
  const folder = program(t);
  const built = buildSync({
    stdin: { contents: `${APP}globalThis.run = run;`, resolveDir: folder, sourcefile: "app.mjs" },
    bundle: true,
    write: false,
    format: "esm",
    sourcemap: "inline",
    outfile: join(folder, "dist", "server.mjs"),
  });
  const text = built.outputFiles[0]?.text ?? "";
  const url = pathToFileURL(join(folder, "dist", "server.mjs")).href;
  mkdirSync(join(folder, "dist"));
  writeFileSync(join(folder, "dist", "server.mjs"), text);
  const placeOf = placesOf(located(folder), new Set());
  const place = (name: string, code: string) => {
    const lines = text.split("\n");
    const line = lines.findIndex((one) => one.includes(code));
    return placeOf(frame(url, name, line, lines[line]?.indexOf("(") ?? 0));
  };
  const { line, ...outer } = place("outer", "function outer(") as Place;
  assert.equal(wordsOf({ ...outer, line }), "app . app.mjs outer");
  assert.equal(line, 3);
  assert.equal(
    wordsOf(place("wrap", "function wrap(") as Place),
    "dependency wrapping lib/index.mjs wrap",
  );
});

test("a source map that leads out of an installed package is not followed", (t) => {
  const map = { version: 3, sources: ["../../src/wrap.ts"], names: [], mappings: "AAAA" };
  const built = "export function wrap() {}\n//# sourceMappingURL=built.mjs.map\n";
  const lib = "node_modules/wrapping/lib";
  const folder = program(t, {
    [`${lib}/built.mjs`]: built,
    [`${lib}/built.mjs.map`]: JSON.stringify(map),
  });
  const url = pathToFileURL(join(folder, lib, "built.mjs")).href;
  const place = placesOf(located(folder), new Set())(frame(url, "wrap", 0, 16)) as Place;
  assert.equal(wordsOf(place), "dependency wrapping lib/built.mjs wrap");
});

test("a function whose own code differs is known by its digest, and comments and inner functions are no difference", (t) => {
  for (const runtime of ["node", "bun", "deno"]) {
    const digestsIn = (app: string) => {
      const folder = program(t, { "app.mjs": app });
      const { places } = attribute(
        [recorded(runtime, folder)],
        placesOf(located(folder), new Set()),
      );
      const own = [...places.values()].filter(({ file }) => file === "app.mjs");
      return new Map(own.map(({ name, code }) => [name, code?.digest() ?? null]));
    };
    const before = digestsIn(APP);
    assert.ok(before.get("outer"), `${runtime}: ${[...before.keys()]}`);
    const changed = (from: string, to: string) =>
      [...digestsIn(APP.replace(from, to))]
        .filter(([name, digest]) => digest !== before.get(name))
        .map(([name]) => name);
    // Deno's recording has the outer functions alone.
    const inner = runtime === "deno" ? [] : ["outer > anonymous 1"];
    assert.deepEqual(changed("twice(x)", "twice(-x)"), inner, runtime);
    assert.deepEqual(changed("let sum = 0;", "let sum = 1;"), ["outer"], runtime);
    assert.deepEqual(changed("let sum = 0;", "let sum = 0; // none"), [], runtime);
  }
});
