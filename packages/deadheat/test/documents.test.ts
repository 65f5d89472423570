import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { requireRevision } from "@deadheat/versions";
import { onlyDocuments } from "../src/provenance/documents.ts";
import {
  commitAll,
  repositoryIn,
  scratchOf,
  write,
} from "../../versions/test/revisions-repository.ts";

/** Returns what a change of these files is, above a commit that has all of them with other content. */
async function changeOf(
  t: Parameters<typeof scratchOf>[0],
  changed: readonly string[],
  before: readonly string[] = changed,
) {
  const cwd = join(scratchOf(t), "repository");
  const all = ["package.json", "packages/one/package.json", ...before];
  repositoryIn(cwd, Object.fromEntries(all.map((path) => [path, "{}"])));
  write(cwd, Object.fromEntries(changed.map((path) => [path, "changed"])));
  commitAll(cwd, "change");
  const [base, next] = [await requireRevision("HEAD^", cwd), await requireRevision("HEAD", cwd)];
  return onlyDocuments({ base, new: next });
}

test("documents beside a package, workflows and a first configuration are nothing that a server runs", async (t) => {
  const documents = [
    ".github/workflows/ci.yml",
    "CHANGELOG.md",
    "LICENSE-MIT",
    "README",
    "README.zh-CN.md",
    "packages/one/readme.markdown",
  ];
  assert.deepEqual(await changeOf(t, documents), documents);
  const first = ["deadheat.config.mjs"];
  assert.deepEqual(await changeOf(t, first, []), first);
});

for (const path of [
  "server.js",
  "package.json",
  "README.js",
  "content/README.md",
  "docs/page.md",
  ".github/build.mjs",
  "deadheat.config.mjs",
  "data/LICENSE",
]) {
  test(`a change of ${path} may change a server`, async (t) => {
    assert.equal(await changeOf(t, ["README.md", path]), null);
  });
}
