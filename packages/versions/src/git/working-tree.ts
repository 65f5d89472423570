import { copyFileSync, statSync, utimesSync } from "node:fs";
import { join, resolve } from "node:path";
import { withScratch } from "@deadheat/journal";
import { requireRevision, TREE } from "./commit.ts";
import type { Commit } from "./git.ts";
import { git } from "./git.ts";

/** A fixed author, so that the same tree always gives the same commit. */
const NOBODY = { NAME: "deadheat", EMAIL: "deadheat@localhost" };

/**
 * Makes a commit of the working tree, as `git add --all` would take it, on no branch. Returns HEAD if nothing is changed. Only
 * adds objects to the repository: the index is a temporary copy.
 * @throws UsageError outside of a repository or before its first commit, EnvironmentError if git cannot read a file
 */
export async function commitOfWorkingTree(cwd: string): Promise<Commit> {
  const head = await requireRevision("HEAD", cwd);
  const { repository } = head;
  return withScratch("index", async (scratch) => {
    const index = { GIT_INDEX_FILE: join(scratch, "index") };
    copyIndex(
      resolve(repository, await git(["rev-parse", "--git-path", "index"], repository)),
      index.GIT_INDEX_FILE,
    );
    await git(["add", "--all"], repository, index);
    const tree = await git(["write-tree"], repository, index);
    const clean = tree === (await git(["rev-parse", `${head.id}^{tree}`], repository));
    if (clean) return { ...head, name: TREE };
    return { id: await commitTree(tree, head), name: TREE, repository, head: head.id };
  });
}

/**
 * Copies the index, so that git only reads changed files, and knows which files a sparse checkout leaves out. The copy keeps
 * the index's time: git needs it to find files that changed in the same moment (Documentation/technical/racy-git).
 */
function copyIndex(index: string, copy: string): void {
  const stats = statSync(index, { throwIfNoEntry: false });
  if (stats === undefined) return;
  copyFileSync(index, copy);
  const seconds = Math.floor(stats.mtimeMs / 1000);
  utimesSync(copy, seconds, seconds);
}

async function commitTree(tree: string, head: Commit): Promise<string> {
  const date = await git(
    ["log", "-1", "--no-show-signature", "--format=%cI", head.id],
    head.repository,
  );
  const identity = ["AUTHOR", "COMMITTER"].flatMap((role) => [
    [`GIT_${role}_NAME`, NOBODY.NAME],
    [`GIT_${role}_EMAIL`, NOBODY.EMAIL],
    [`GIT_${role}_DATE`, date],
  ]);
  const args = ["commit-tree", tree, "-p", head.id, "-m", "working tree"];
  return git(args, head.repository, Object.fromEntries(identity));
}
