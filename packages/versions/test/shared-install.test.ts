// Commits with the same lockfile share what npm has installed.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test, type TestContext } from "node:test";
import { wantIsolation } from "@deadheat/measure";
import { checkout } from "../src/revisions/checkout.ts";
import { requireRevision } from "../src/git/commit.ts";
import { npmAsking, startRegistry, type Registry } from "./installs-registry.ts";
import { commitAll, optionsOf, repositoryIn, scratchOf, write } from "./revisions-repository.ts";
import { setVariables } from "../../journal/test/scratch.ts";

let registry: Registry;

before(async () => {
  registry = await startRegistry();
  for (const version of ["1.0.0", "2.0.0"]) {
    await registry.publish({ manifest: { name: "leaf", version }, files: {} });
  }
});

after(() => registry.close());

const manifest = (leaf: string, more: object = {}) =>
  JSON.stringify({ dependencies: { leaf }, ...more });
const lockfile = (version: string, more: object = {}) =>
  JSON.stringify({
    lockfileVersion: 3,
    packages: {
      "": { dependencies: { leaf: version } },
      "node_modules/leaf": { version },
      ...more,
    },
  });

/** Makes a repository that needs leaf 1.0.0, which npm gets from the registry. */
function withLeaf(t: TestContext): string {
  const scratch = scratchOf(t);
  setVariables(t, npmAsking(registry, scratch));
  return repositoryIn(join(scratch, "repository"), {
    ".gitignore": "node_modules\n",
    "package.json": manifest("1.0.0"),
    "package-lock.json": lockfile("1.0.0"),
  });
}

const SHARED = /dependencies of a commit with the same lockfile/;

test("a commit with the lockfile of another one takes its dependencies, and any other one installs its own", async (t) => {
  // Without isolation, tools and servers leave caches.
  wantIsolation(false);
  t.after(() => wantIsolation(true));
  const folder = withLeaf(t);
  const next = async (files: Readonly<Record<string, string>>, more = {}) => {
    write(folder, files);
    if (Object.keys(files).length > 0) commitAll(folder, "next");
    const options = optionsOf(folder, more);
    const there = await checkout(await requireRevision("main", folder), options);
    const installed = join(there.folder, "node_modules");
    return {
      shared: SHARED.test(options.notes.join("\n")),
      // Caches of tools there belong to the other commit.
      cached: existsSync(join(installed, ".cache")),
      leaf: existsSync(join(installed, "leaf/package.json")),
      installed,
    };
  };
  const first = await next({});
  assert.deepEqual([first.shared, first.leaf], [false, true]);
  mkdirSync(join(first.installed, ".cache"));
  writeFileSync(join(first.installed, ".cache/built"), "");

  const same = await next({ "package.json": manifest("1.0.0", { version: "1.1.0" }) });
  assert.deepEqual([same.shared, same.cached, same.leaf], [true, false, true]);
  assert.notEqual(same.installed, first.installed);

  const setUp = await next({ "a.txt": "" }, { setup: "true" });
  assert.deepEqual([setUp.shared, setUp.cached, setUp.leaf], [true, false, true]);

  const changes = "rm node_modules/leaf/package.json";
  const changed = await next({ "b.txt": "" }, { setup: changes });
  assert.deepEqual([changed.shared, changed.leaf], [true, false]);
  const last = await next({ "c.txt": "" }, { setup: "true" });
  assert.deepEqual([last.shared, last.leaf], [true, true], "not as the other setup left it");

  const settings = await next({ ".npmrc": "fund=false\n" });
  assert.deepEqual([settings.shared, settings.cached, settings.leaf], [false, false, true]);

  const other = await next({
    "package.json": manifest("2.0.0"),
    "package-lock.json": lockfile("2.0.0"),
  });
  assert.deepEqual([other.shared, other.cached, other.leaf], [false, false, true]);

  const linked = {
    "package.json": manifest("2.0.0", { workspaces: ["part"] }),
    "part/package.json": JSON.stringify({ name: "part", version: "1.0.0" }),
    "package-lock.json": lockfile("2.0.0", {
      "node_modules/part": { resolved: "part", link: true },
      part: { version: "1.0.0" },
    }),
  };
  assert.equal((await next(linked)).shared, false);
  assert.equal((await next({ "d.txt": "" })).shared, false, "workspaces link to their commit");
});

test("a lockfile that package.json contradicts is installed as before, and refused", async (t) => {
  const folder = withLeaf(t);
  const main = () => requireRevision("main", folder);
  await checkout(await main(), optionsOf(folder));
  write(folder, { "package.json": manifest("2.0.0") });
  commitAll(folder, "contradicting");
  await assert.rejects(checkout(await main(), optionsOf(folder)), /could not be installed/);
});
