import assert from "node:assert/strict";
import { realpathSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { test, type TestContext } from "node:test";
import { UsageError } from "@deadheat/journal";
import { mergeBase, requireRevision, resolveRevision, rangeOf } from "../src/git/commit.ts";
import { setVariables } from "../../journal/test/scratch.ts";
import { shortId } from "../src/git/git.ts";
import { commitOfWorkingTree } from "../src/git/working-tree.ts";
import {
  clean,
  commitAll,
  dirty,
  git,
  repositoryIn,
  scratchOf,
  stateOf,
  write,
} from "./revisions-repository.ts";

test("a range is read as git diff reads it", () => {
  const cases = {
    "main...HEAD": ["main", "HEAD", true],
    "v1.2.0..v1.3.0-rc.1": ["v1.2.0", "v1.3.0-rc.1", false],
    "main..": ["main", "HEAD", false],
    "...feature/x": ["HEAD", "feature/x", true],
    "origin/main@{1.day.ago}...HEAD~2": ["origin/main@{1.day.ago}", "HEAD~2", true],
  } as const;
  for (const [text, [base, head, fromMergeBase]] of Object.entries(cases)) {
    assert.deepEqual(rangeOf(text), { base, head, fromMergeBase }, text);
  }
  const none = "main ../a.ts ./a/../b.ts .. ... a....b ../.. express@4 https://a.test/b...c";
  for (const text of none.split(" ")) assert.equal(rangeOf(text), null, text);
});

test("a revision is a commit with the name that the user gave", async (t) => {
  const folder = repositoryIn(join(scratchOf(t), "repository"), clean);
  const id = git(folder, "rev-parse", "HEAD");
  git(folder, "tag", "--annotate", "--message", "one", "v1");
  const short = id.slice(0, 7);
  const repository = realpathSync(folder);
  for (const name of ["main", "HEAD", "v1", ":/first"]) {
    assert.deepEqual(await resolveRevision(name, folder), { id, name, repository });
  }
  assert.equal((await resolveRevision(id.slice(0, 9), folder))?.name, short);
  git(folder, "branch", "tree");
  assert.equal(
    (await resolveRevision("tree", folder))?.name,
    `tree (${short})`,
    "not the working tree",
  );
  const none = [
    "nothing",
    "-n",
    "--all",
    "",
    "^main",
    "main..main",
    "HEAD:run.sh",
    "main --all",
    "0".repeat(40),
  ];
  for (const name of none) {
    assert.equal(await resolveRevision(name, folder), null, name);
  }
});

test("an unknown revision is rejected with what to do", async (t) => {
  const scratch = scratchOf(t);
  const folder = repositoryIn(join(scratch, "repository"), clean);
  await assert.rejects(requireRevision("nothing", folder), {
    name: "UsageError",
    message: /git knows no commit nothing in .*`git fetch`/,
  });
  assert.equal(await resolveRevision("main", scratch), null);
  await assert.rejects(requireRevision("main", scratch), {
    name: "UsageError",
    message: /is in no working tree of git/,
  });
  await assert.rejects(requireRevision("main", join(folder, ".git")), {
    name: "UsageError",
    message: /is a bare repository, or the \.git folder of one/,
  });
  setVariables(t, { PATH: scratch });
  assert.equal(await resolveRevision("main", folder), null);
  await assert.rejects(requireRevision("main", folder), {
    name: "EnvironmentError",
    message: /git is not on PATH\. Install it/,
  });
});

test("a dirty tree becomes a commit on no branch, and nothing in the tree changes", async (t) => {
  const folder = repositoryIn(join(scratchOf(t), "repository"), clean);
  const head = git(folder, "rev-parse", "HEAD");
  const unchanged = await commitOfWorkingTree(folder);
  assert.deepEqual([unchanged.id, unchanged.name, unchanged.head], [head, "tree", undefined]);
  dirty(folder);
  symlinkSync("both.txt", join(folder, "link"));
  const before = stateOf(folder);
  const commit = await commitOfWorkingTree(folder);
  const again = await commitOfWorkingTree(folder);
  assert.deepEqual(stateOf(folder), before);
  assert.deepEqual(again, commit);
  assert.deepEqual([commit.name, commit.head], ["tree", head]);
  assert.equal(shortId(commit), `${head.slice(0, 7)} + changes`);
  assert.equal(git(folder, "rev-parse", `${commit.id}^`), head);
  const changes = git(folder, "diff", "--raw", "--no-abbrev", "--no-renames", head, commit.id)
    .split("\n")
    .map((line) => line.replace(/^:\d+ (\d+) \w+ \w+ /, "$1 "));
  assert.deepEqual(changes, [
    "100644 M\tboth.txt",
    "000000 D\tdeleted.txt",
    "120000 A\tlink",
    "100644 M\tmodified.txt",
    "100644 A\tnew/untracked.txt",
    "100755 M\trun.sh",
    "100644 A\tstaged.txt",
  ]);
  assert.equal(git(folder, "show", `${commit.id}:both.txt`), "and modified");
});

test("a change in the same moment as the index is found", async (t) => {
  const folder = repositoryIn(join(scratchOf(t), "repository"), { "a.txt": "0" });
  git(folder, "config", "core.trustctime", "false");
  // The file looks as old as the index, so git compares contents. The copy of the index must not prevent that.
  const later = Math.ceil(Date.now() / 1000) + 1;
  const writeThen = (text: string) => {
    writeFileSync(join(folder, "a.txt"), text);
    utimesSync(join(folder, "a.txt"), later, later);
  };
  writeThen("1");
  git(folder, "add", "a.txt");
  writeThen("2");
  await sleep((later + 1) * 1000 - Date.now());
  const { id } = await commitOfWorkingTree(folder);
  assert.equal(git(folder, "show", `${id}:a.txt`), "2");
});

test("variables of a git hook do not mislead git", async (t) => {
  const scratch = scratchOf(t);
  const folder = repositoryIn(join(scratch, "repository"), clean);
  const other = repositoryIn(join(scratch, "other"), { "other.txt": "" });
  const variables = {
    GIT_DIR: join(other, ".git"),
    GIT_WORK_TREE: other,
    GIT_INDEX_FILE: join(other, ".git/index"),
    GIT_OBJECT_DIRECTORY: join(other, ".git/objects"),
    GIT_PREFIX: "new/",
    GIT_CONFIG_PARAMETERS: "'core.bare=true'",
  };
  dirty(folder);
  const expected = await commitOfWorkingTree(folder);
  const before = [stateOf(folder), stateOf(other)];
  Object.assign(process.env, variables);
  try {
    assert.deepEqual(await commitOfWorkingTree(folder), expected);
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name];
  }
  assert.deepEqual([stateOf(folder), stateOf(other)], before);
});

test("a linked worktree, a submodule and a sparse checkout work like any working tree", async (t) => {
  const scratch = scratchOf(t);
  const folder = repositoryIn(join(scratch, "repository"), {
    ...clean,
    "far/away.txt": "",
    "near/a.txt": "",
  });
  const outer = repositoryIn(join(scratch, "outer"), { "outer.txt": "" });
  git(folder, "worktree", "add", "--quiet", "--detach", join(scratch, "linked"));
  git(outer, "submodule", "add", "--quiet", folder, "inner");
  git(scratch, "clone", "--quiet", folder, "sparse");
  git(join(scratch, "sparse"), "sparse-checkout", "set", "near");
  const head = git(folder, "rev-parse", "HEAD");
  for (const place of ["linked", "outer/inner", "sparse"]) {
    const standing = join(scratch, place);
    const untouched = await commitOfWorkingTree(standing);
    assert.equal(untouched.id, head, place);
    write(standing, { "near/b.txt": place });
    const commit = await commitOfWorkingTree(join(standing, "near"));
    assert.equal(commit.repository, standing);
    assert.equal(git(standing, "diff", "--name-status", head, commit.id), "A\tnear/b.txt", place);
  }
});

/** Makes a repository in which main has a commit more than its merge base with feature. */
function forked(t: TestContext): { scratch: string; folder: string; base: string } {
  const scratch = scratchOf(t);
  const folder = repositoryIn(join(scratch, "repository"), clean);
  const base = git(folder, "rev-parse", "HEAD");
  git(folder, "switch", "--quiet", "--create", "feature");
  write(folder, { "feature.txt": "" });
  commitAll(folder, "feature");
  git(folder, "switch", "--quiet", "main");
  write(folder, { "main.txt": "" });
  commitAll(folder, "main");
  return { scratch, folder, base };
}

async function baseOf(folder: string) {
  const main = await requireRevision("origin/main", folder);
  const { id, name } = await mergeBase(
    main,
    await requireRevision("origin/feature", folder),
    folder,
  );
  return { id, name };
}

test("the merge base is the last common commit, and a shallow clone says how to fetch it", async (t) => {
  const { scratch, folder, base } = forked(t);
  const clone = (name: string, ...args: string[]) => {
    git(scratch, "clone", "--quiet", "--no-single-branch", ...args, `file://${folder}`, name);
    return join(scratch, name);
  };
  assert.deepEqual(await baseOf(clone("whole")), { id: base, name: "merge-base" });
  const shallow = clone("shallow", "--depth=1");
  await assert.rejects(baseOf(shallow), {
    name: "EnvironmentError",
    message: /git fetch --unshallow \(in a workflow: fetch-depth: 0\)/,
  });
  await assert.rejects(requireRevision(base, shallow), /this is a shallow clone/);
  git(shallow, "fetch", "--quiet", "--unshallow");
  assert.deepEqual(await baseOf(shallow), { id: base, name: "merge-base" });
});

test("two histories without a common commit have no merge base", async (t) => {
  const folder = repositoryIn(join(scratchOf(t), "repository"), clean);
  git(folder, "checkout", "--quiet", "--orphan", "other");
  commitAll(folder, "another first");
  const [main, other] = [
    await requireRevision("main", folder),
    await requireRevision("other", folder),
  ];
  await assert.rejects(mergeBase(main, other, folder), UsageError);
});
