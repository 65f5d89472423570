import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { checkout } from "../src/revisions/checkout.ts";
import { requireRevision, whyUnknown } from "../src/git/commit.ts";
import { commitOfWorkingTree } from "../src/git/working-tree.ts";
import { leftOutOf } from "../src/git/left-out.ts";
import { setVariables } from "../../journal/test/scratch.ts";
import {
  commitAll,
  git,
  optionsOf,
  repositoryIn,
  scratchOf,
  write,
} from "./revisions-repository.ts";

test("without git, a message says so, and nothing is left out", async (t) => {
  const scratch = scratchOf(t);
  setVariables(t, { PATH: scratch });
  assert.match(String(await whyUnknown(scratch)), /^git is not on PATH/);
  assert.deepEqual(await leftOutOf(scratch), { submodules: [], pointers: [] });
});

test("a checkout's empty submodules and pointers of Git LFS are found", async (t) => {
  const scratch = scratchOf(t);
  const library = repositoryIn(join(scratch, "library"), { "index.js": "" });
  const folder = repositoryIn(join(scratch, "repository"), { "app/server.js": "" });
  git(folder, "submodule", "--quiet", "add", library, "app/lib");
  write(folder, {
    ".gitattributes": "*.bin filter=lfs\n",
    "app/a.bin": "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
    "app/b.bin": "its content",
  });
  commitAll(folder, "second");
  const own = await leftOutOf(join(folder, "app"));
  assert.deepEqual(own.submodules, [], "it is there in the working tree");
  const { folder: there } = await checkout(
    await requireRevision("main", folder),
    optionsOf(folder),
  );
  assert.deepEqual(await leftOutOf(join(there, "app")), {
    submodules: [{ path: "lib", url: library }],
    pointers: ["a.bin"],
  });
  assert.deepEqual(await leftOutOf(scratch), { submodules: [], pointers: [] });
});

test("without git-lfs, a checkout and a commit of the working tree say that it is missing", async (t) => {
  const folder = repositoryIn(join(scratchOf(t), "repository"), {
    ".gitattributes": "*.bin filter=lfs\n",
    "a.bin": "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
  });
  const missing = /git-lfs is not on PATH\. Install it/;
  // The machine of the test may have it.
  const filter = { process: "PATH=/nowhere git-lfs filter-process", required: "true" };
  for (const [name, value] of Object.entries(filter)) {
    git(folder, "config", `filter.lfs.${name}`, value);
  }
  await assert.rejects(checkout(await requireRevision("main", folder), optionsOf(folder)), missing);
  write(folder, { "a.bin": "other" });
  await assert.rejects(commitOfWorkingTree(folder), missing);
});
