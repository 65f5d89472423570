import assert from "node:assert/strict";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import type { LoadedPackage } from "@deadheat/journal";
import { commitOfWorkingTree, requireRevision, type Commit } from "@deadheat/versions";
import { git, repositoryIn, scratchOf, write } from "../../versions/test/revisions-repository.ts";
import { revisionOf } from "../src/measure/header.ts";
import { commitsOf } from "../src/plan/look-up.ts";
import { parsePair } from "../src/plan/spec.ts";
import { namedSides } from "../src/plan/names.ts";
import { differingVersions } from "../src/provenance/packages.ts";
import { sideOf } from "./provenance-servers.ts";

const files = { "server.mjs": "", "package.json": `{ "name": "fastify", "version": "5.12.1" }` };

function repositoryOf(t: TestContext): string {
  return repositoryIn(join(scratchOf(t), "repository"), files);
}

test("a gate calls revisions by their names and the working tree `tree`", async (t) => {
  const cwd = repositoryOf(t);
  const id = git(cwd, "rev-parse", "HEAD");
  git(cwd, "tag", "v5.0.0");
  git(cwd, "branch", "tree");
  const namesOf = async (base: string, other: string | null) => {
    const specs = await parsePair(base, other, cwd);
    const named = namedSides(specs, await commitsOf(specs, cwd));
    return [named.base.told.name, named.new.told.name];
  };
  assert.deepEqual(await namesOf("v5.0.0", null), ["v5.0.0", "tree"]);
  assert.deepEqual(await namesOf("old=v5.0.0", "HEAD"), ["old", "HEAD"]);
  assert.deepEqual(await namesOf(id.slice(0, 10), "main"), [id.slice(0, 7), "main"]);
  assert.deepEqual(await namesOf("main...v5.0.0", null), ["merge-base", "v5.0.0"]);
  // Equal names get a suffix or a prefix.
  assert.deepEqual(await namesOf("tree", null), [`tree (${id.slice(0, 7)})`, "tree"]);
  assert.deepEqual(await namesOf("main/node", "main/bun"), ["main/node", "main/bun"]);
  assert.deepEqual(await namesOf("tree=v5.0.0", null), ["base-tree", "new-tree"]);
  assert.deepEqual(await namesOf("main", "main"), ["main", "main"], "the same twice has one name");
});

test("the journal records the commit behind a name, and whether there are uncommitted changes", async (t) => {
  const cwd = repositoryOf(t);
  const id = git(cwd, "rev-parse", "HEAD");
  const of = async (revision: Commit | null) =>
    revisionOf(await sideOf(join(cwd, "server.mjs"), "node", { revision }));
  assert.equal(await of(null), null);
  const clean = { commit: id, uncommitted: false };
  assert.deepEqual(await of(await requireRevision("main", cwd)), clean);
  assert.deepEqual(await of(await commitOfWorkingTree(cwd)), clean);
  write(cwd, { "server.mjs": "// Changed." });
  assert.deepEqual(await of(await commitOfWorkingTree(cwd)), { commit: id, uncommitted: true });
});

test("two revisions list the packages whose versions differ, the repository's own by its name", async (t) => {
  const cwd = repositoryOf(t);
  const loads = (version: string, digit: string): LoadedPackage[] => [
    { name: ".", version, path: ".", files: 2, sha256: digit.repeat(64) },
    { name: "avvio", version: "9.1.0", path: "a", files: 1, sha256: digit.repeat(64) },
    { name: "pino", version: "10.0.0", path: "p", files: 1, sha256: "0".repeat(64) },
  ];
  const revision = await requireRevision("main", cwd);
  const traced = async (packages: LoadedPackage[], of: Commit | null = revision) => ({
    side: await sideOf(join(cwd, "server.mjs"), "node", { revision: of }),
    loaded: { files: [], packages },
  });
  const target = await traced(loads("5.12.1", "2"));
  const older = loads("5.0.0", "1");
  assert.deepEqual(differingVersions({ base: await traced(older), new: target }), [
    { name: "fastify", base: "5.0.0", new: "5.12.1" },
  ]);
  assert.deepEqual(differingVersions({ base: await traced(older, null), new: target }), []);
  assert.deepEqual(differingVersions({ base: target, new: target }), []);
});
