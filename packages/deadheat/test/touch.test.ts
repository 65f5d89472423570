import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { commitOfWorkingTree, requireRevision } from "@deadheat/versions";
import { repositoryIn, scratchOf, write } from "../../versions/test/revisions-repository.ts";
import type { Loaded, LoadedCode } from "../src/provenance/trial.ts";
import { meaningOf } from "../src/touch/meaning.ts";
import { onlyMeaningless } from "../src/touch/same-meaning.ts";

const files = {
  ".gitignore": "dist/\n",
  "package.json": `{ "name": "shop", "type": "module", "dependencies": { "left": "1.0.0" } }`,
  "package-lock.json": `{ "packages": { "node_modules/left": { "version": "1.0.0" } } }`,
  "src/server.ts": `import { limit } from "./constants.ts";
import { Cart } from "./cart.ts";
// The server.
const routes: Record<string, () => unknown> = { "/": () => limit, "/cart": () => new Cart().count() };
export default routes;
`,
  "src/constants.ts": `export const limit = 10;\nexport const pattern = /^a+$/;\n`,
  "src/cart.ts": `export class Cart {
  items: number[] = [1];
  static kinds = 3;
  get size() { return this.items.length; }
  count() {
    return this.items.length;
  }
}
`,
  "src/types.ts": `export interface Item { id: number }\n`,
  "src/users.ts": `import { Get } from "nest";\nexport class Users {\n  @Get() all() { return 1; }\n}\n`,
  "src/data.json": `{ "rows": 10 }`,
  "src/rules.wasm": "wasm 1",
  "src/view.html": "<p>one</p>",
  "src/query.sql": "select 1",
  "src/worker.js": "postMessage(1);\n",
  "public/app.js": "// the browser's\nlet a = 1;\n",
  "test/server.test.ts": `import "node:test";\n`,
  ".env": "MODE=one",
  Dockerfile: "FROM node",
};
const LOADED = ["src/server.ts", "src/constants.ts", "src/cart.ts"];

/** Returns the two sides of a change, in the folder of each. */
async function sidesOf(
  t: TestContext,
  change: Readonly<Record<string, string>>,
  changes: { readonly env?: Record<string, string>; readonly loaded?: readonly string[] } = {},
) {
  const folder = scratchOf(t);
  const [before, after] = [join(folder, "base"), join(folder, "new")];
  repositoryIn(before, files);
  cpSync(before, after, { recursive: true });
  write(after, change);
  const side = (root: string, revision: unknown, env = {}, loaded: readonly string[] = LOADED) =>
    ({
      side: {
        root,
        cwd: root,
        revision,
        env,
        app: null,
        runtime: "node",
        found: { path: "/node", version: "26" },
        program: {
          kind: "command",
          command: ["node", "src/server.ts"],
          portVariable: "PORT",
          env: {},
        },
        scripts: [],
        starter: false,
        built: false,
      },
      loaded: { files: loaded.map((path) => join(root, path)), packages: [] },
    }) as unknown as LoadedCode;
  return {
    base: side(before, await requireRevision("HEAD", after)),
    new: side(after, await commitOfWorkingTree(after), changes.env, changes.loaded),
  };
}

const edited = (path: keyof typeof files, from: string, to: string) => {
  assert.ok(files[path].includes(from));
  return { [path]: files[path].replace(from, to) };
};

test("a change of comments, types, tests and documents is nothing that runs", async (t) => {
  const change = {
    ...edited("src/server.ts", "// The server.", "// All routes, and a longer comment."),
    ...edited("src/types.ts", "id: number", "id: string"),
    ...edited("src/cart.ts", "items: number[]", "items: Array<number>"),
    "test/server.test.ts": `import "node:assert";\n`,
    "src/more.d.ts": "declare const one: 1;\n",
    "NOTES.md": "notes",
  };
  const found = await onlyMeaningless(await sidesOf(t, change));
  assert.deepEqual(found?.toSorted(), Object.keys(change).toSorted());
});

test("a source that only a compiler can read means what was built from it, if the build names it and is loaded", async (t) => {
  const built = "exports.Users = class {\n  all() { return 1; }\n};\n";
  const map = JSON.stringify({ version: 3, sources: ["../src/users.ts"], mappings: "" });
  const before = { "dist/users.js": built, "dist/users.js.map": map };
  const found = async (after: Readonly<Record<string, string>>, kept = before) => {
    const change = { "src/users.ts": `// Users.\n${files["src/users.ts"]}` };
    const { base, new: next } = await sidesOf(t, change);
    write(base.side.root, kept);
    write(next.side.root, { ...kept, ...after });
    const loading = (one: LoadedCode): LoadedCode => ({
      ...one,
      loaded: { files: [join(one.side.root, "dist/users.js")], packages: [] },
    });
    return onlyMeaningless({ base: loading(base), new: loading(next) });
  };
  assert.deepEqual(await found({ "dist/users.js": `// Users.\n${built}` }), ["src/users.ts"]);
  assert.equal(await found({ "dist/users.js": built.replace("1", "2") }), null);
  assert.equal(await found({}, { ...before, "dist/users.js.map": "{}" }), null);
});

const kinds: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "a constant in another module": edited("src/constants.ts", "10", "11"),
  "a regular expression": edited("src/constants.ts", "/^a+$/", "/^(a+)+$/"),
  "a class field": edited("src/cart.ts", "[1]", "[1, 2]"),
  "a static field": edited("src/cart.ts", "kinds = 3", "kinds = 4"),
  "a getter": edited("src/cart.ts", "get size() {", "get size() { this.items.slice();"),
  "a method's line break": edited("src/cart.ts", "return this", "return\n    this"),
  "a getter on a prototype": edited(
    "src/constants.ts",
    "export",
    `Object.defineProperty(Array.prototype, "x", { get() { return 1; } });\nexport`,
  ),
  "a changed global": edited(
    "src/server.ts",
    "const routes",
    "globalThis.rows = 100;\nconst routes",
  ),
  "a larger router": edited("src/server.ts", `{ "/":`, `{ "/new": () => 1, "/":`),
  "another order of routes": edited(
    "src/server.ts",
    `"/": () => limit, "/cart": () => new Cart().count()`,
    `"/cart": () => new Cart().count(), "/": () => limit`,
  ),
  "a timer": edited("src/server.ts", "const routes", "setInterval(() => {}, 1);\nconst routes"),
  "a template text": edited("src/constants.ts", "10", "`${10} `"),
  "a JSON file": edited("src/data.json", "10", "1000"),
  "a wasm file": edited("src/rules.wasm", "1", "2"),
  "a view": edited("src/view.html", "one", "two"),
  "a query": edited("src/query.sql", "1", "2"),
  "an environment file": edited(".env", "one", "two"),
  "a package's version": edited("package.json", "1.0.0", "1.0.1"),
  "a transitive version": edited("package-lock.json", "1.0.0", "1.0.1"),
  "a worker that is loaded later": edited("src/worker.js", "1", "2"),
  "a comment of a file that browsers get": edited("public/app.js", "the", "another"),
  "the system's image": edited("Dockerfile", "node", "node:26"),
  "a new module": { "src/late.ts": "export const late = 1;\n" },
};

for (const [name, change] of Object.entries(kinds)) {
  test(`${name} is measured`, async (t) => {
    assert.equal(await onlyMeaningless(await sidesOf(t, change)), null);
  });
}

test("another environment, other loaded files, or unknown ones are measured", async (t) => {
  const change = edited("src/server.ts", "// The server.", "");
  const alike = await sidesOf(t, change);
  assert.notEqual(await onlyMeaningless(alike), null);
  assert.equal(await onlyMeaningless({ ...alike, base: { ...alike.base, loaded: null } }), null);
  const env = await sidesOf(t, change, { env: { MODE: "two" } });
  assert.equal(await onlyMeaningless(env), null);
  const loading = (side: LoadedCode, version: string): LoadedCode => {
    const packages = [{ name: "left", version, path: "node_modules/left", files: 1, sha256: "" }];
    return { ...side, loaded: { ...(side.loaded as Loaded), packages } };
  };
  const versions = (one: string) => ({
    base: loading(alike.base, "1.0.0"),
    new: loading(alike.new, one),
  });
  assert.notEqual(await onlyMeaningless(versions("1.0.0")), null);
  assert.equal(await onlyMeaningless(versions("1.0.1")), null);
  const fewer = await sidesOf(t, change, { loaded: LOADED.slice(1) });
  assert.equal(await onlyMeaningless(fewer), null);
});

test("sources that cannot be parsed have no meaning, and types that become code have one", () => {
  assert.equal(meaningOf("enum A { one }", "a.ts"), null);
  assert.equal(meaningOf("const a = <p>one</p>;", "a.tsx"), null);
  assert.equal(meaningOf("{", "a.js"), null);
  assert.equal(meaningOf("const a: number = 1", "a.ts"), meaningOf("const a = 1 // one", "a.js"));
  assert.notEqual(meaningOf("a = 1n", "a.js"), meaningOf("a = 1", "a.js"));
});
