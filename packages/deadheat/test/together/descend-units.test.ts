import type { Trial } from "../../src/provenance/trial.ts";
import assert from "node:assert/strict";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { temporaryFolder } from "../../../journal/test/scratch.ts";
import { write, type Files } from "../../../versions/test/revisions-repository.ts";
import { changedFiles } from "../../src/descend/changed-files.ts";
import { broughtBy, isExchangeable, unitsOf } from "../../src/descend/units.ts";

/** Returns a server that has loaded these files, from packages in these folders. */
function serverOf(
  t: TestContext,
  files: Files,
  program: string,
  packages: readonly (readonly [name: string, version: string, path: string])[],
): Trial {
  const root = realpathSync(temporaryFolder(t));
  write(root, files);
  const loaded = {
    packages: [
      { name: ".", version: null, path: "." },
      ...packages.map(([name, version, path]) => ({ name, version, path })),
    ],
    files: Object.keys(files).map((name) => join(root, name)),
  };
  const side = { root, program: { kind: "file", file: join(root, program) } };
  return { side, loaded } as unknown as Trial;
}

test("files that start two servers are compared with each other, whatever their names", (t) => {
  const pair = {
    base: serverOf(t, { "a.mjs": "one\n" }, "a.mjs", []),
    new: serverOf(t, { "b.mjs": "two\n" }, "b.mjs", []),
  };
  const units = unitsOf(pair)?.filter(isExchangeable) ?? [];
  assert.deepEqual(
    units.map(({ name }) => name),
    ["."],
  );
  const { files, missing } = changedFiles(pair, units);
  assert.deepEqual(files, [{ path: "b.mjs", base: "one\n", new: "two\n" }]);
  assert.equal(missing.size, 0);
});

test("a package differs if any of its copies has another version, and is named by the versions that differ", (t) => {
  const [top, nested] = ["node_modules/dep", "node_modules/outer/node_modules/dep"];
  const files = { "server.mjs": "", [`${top}/index.js`]: "1", [`${nested}/index.js`]: "2" };
  const serverWith = (version: string) =>
    serverOf(t, files, "server.mjs", [
      ["dep", "1.0.0", top],
      ["dep", version, nested],
    ]);
  const [unit, ...others] = unitsOf({ base: serverWith("2.0.0"), new: serverWith("3.0.0") }) ?? [];
  assert.equal(others.length, 0);
  assert.deepEqual([unit?.base?.version, unit?.new?.version], ["2.0.0", "3.0.0"]);
  assert.deepEqual(unitsOf({ base: serverWith("2.0.0"), new: serverWith("2.0.0") }), []);
});

test("native code is no text whose lines can be taken back", (t) => {
  const path = "node_modules/native";
  const serverWith = (version: string) => {
    const files = { "server.mjs": "", [`${path}/addon.node`]: version };
    return serverOf(t, files, "server.mjs", [["native", version, path]]);
  };
  const pair = { base: serverWith("1.0.0"), new: serverWith("1.0.1") };
  const units = unitsOf(pair)?.filter(isExchangeable) ?? [];
  const { files, isNative } = changedFiles(pair, units);
  assert.deepEqual([files, isNative], [[], true]);
});

test("a new package is named before those that it brings along", (t) => {
  const loads = (version: string, names: readonly string[], dependencies: object) => {
    const manifest = (own: object) => JSON.stringify({ version, ...own });
    const files = {
      "server.mjs": "",
      "node_modules/outer/package.json": manifest({ name: "outer", dependencies }),
      "node_modules/outer/index.js": version,
      "node_modules/a-leaf/package.json": manifest({ name: "a-leaf" }),
      "node_modules/channel/package.json": manifest({
        name: "channel",
        dependencies: { "a-leaf": version },
      }),
    };
    const packages = names.map((name) => [name, version, `node_modules/${name}`] as const);
    return serverOf(t, files, "server.mjs", packages);
  };
  const base = loads("1.0.0", ["outer"], {});
  const next = loads("1.0.1", ["a-leaf", "channel", "outer"], { channel: "1.0.1" });
  const units = unitsOf({ base, new: next }) ?? [];
  const names = broughtBy(units, next.side.root).map(({ name }) => name);
  assert.deepEqual(names, ["channel", "a-leaf"]);
});
