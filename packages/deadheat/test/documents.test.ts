import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { commitOfWorkingTree, requireRevision } from "@deadheat/versions";
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
    "NOTES.md",
    "README",
    "README.zh-CN.md",
    "packages/one/RELEASE_NOTES.md",
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
  "docs/NOTES.md",
  "index.md",
  "WORDS.txt",
  "Notes.mjs",
]) {
  test(`a change of ${path} may change a server`, async (t) => {
    assert.equal(await changeOf(t, ["README.md", path]), null);
  });
}

test("untracked files of a working tree: documents are nothing that a server runs, all others may be", async (t) => {
  const cwd = join(scratchOf(t), "repository");
  repositoryIn(cwd, { "package.json": "{}", ".gitignore": "ignored.js", "README.md": "old" });
  const base = await requireRevision("HEAD", cwd);
  const changed = async () => onlyDocuments({ base, new: await commitOfWorkingTree(cwd) });
  assert.equal(await changed(), null, "nothing differs");
  write(cwd, { "NOTES.md": "untracked", "README.md": "new", "ignored.js": "ignored" });
  assert.deepEqual(await changed(), ["NOTES.md", "README.md"]);
  write(cwd, { "data.json": "untracked" });
  assert.equal(await changed(), null);
});
