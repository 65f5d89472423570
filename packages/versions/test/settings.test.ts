import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { requireRevision, settingsOf } from "../src/index.ts";
import { commitAll, repositoryIn, scratchOf, write } from "./revisions-repository.ts";

test("the .npmrc is that of the commit, and a file that no commit has brought counts as it is", async (t) => {
  const scratch = scratchOf(t);
  const cwd = repositoryIn(join(scratch, "repository"), {
    "package.json": "{}",
    ".npmrc": "a=1\n",
  });
  let folders = 0;
  const settings = async (revision: string, below = cwd) => {
    const folder = join(scratch, `project-${++folders}`);
    mkdirSync(folder);
    await settingsOf(await requireRevision(revision, cwd), below, folder);
    const file = join(folder, ".npmrc");
    return existsSync(file) ? readFileSync(file, "utf8") : null;
  };
  write(cwd, { ".npmrc": "a=2\n" });
  assert.equal(await settings("HEAD"), "a=1\n");
  write(cwd, { "api/package.json": "{}", "api/.npmrc": "a=3\n" });
  commitAll(cwd, "another, and one below");
  assert.equal(await settings("HEAD~1"), "a=1\n");
  assert.equal(await settings("HEAD~1", join(cwd, "api")), "a=1\n");
  assert.equal(await settings("HEAD", join(cwd, "api")), "a=3\n");
  // Written by a step of the workflow, for example.
  write(cwd, { "web/package.json": "{}", "web/.npmrc": "a=4\n" });
  assert.equal(await settings("HEAD", join(cwd, "web")), "a=4\n");

  const without = repositoryIn(join(scratch, "without"), { "package.json": "{}" });
  write(without, { ".npmrc": "a=5\n" });
  commitAll(without, "its first");
  const folder = join(scratch, "none");
  mkdirSync(folder);
  await settingsOf(await requireRevision("HEAD~1", without), without, folder);
  assert.equal(existsSync(join(folder, ".npmrc")), false);
});
