import { createHash } from "node:crypto";
import { join } from "node:path";
import { withScratch } from "@deadheat/journal";
import { hashOf } from "../cache/entry.ts";
import { CODE, contentOf, packagesIn } from "../cache/contents.ts";
import { askGit } from "../git/git.ts";

/**
 * Returns a digest of what a worktree of the cache runs: the tracked files by their content, and the files of packages and
 * all code that was there, tracked or built, by size, time and kind. Every measured server may write to every worktree, so
 * that one could change what the other one runs, now or in a later command. What a server adds elsewhere may change.
 * @param madeAt the time when the worktree was made ready, in milliseconds
 * @throws EnvironmentError if there is no git
 */
export async function digestOf(
  tree: string,
  commit: string,
  madeAt: number,
): Promise<string | null> {
  const changed = await changedFiles(tree, commit);
  if (changed === null) return null;
  const contents = changed.map((path) => [path, digestOfContent(join(tree, path))] as const);
  const counted = contents.filter(([path, content]) => content === MISSING || CODE.test(path));
  return hashOf([counted, packagesIn(tree, madeAt)]);
}

/**
 * Returns the tracked files whose content is not that of the commit, as `--setup` may leave some; null if git fails. A new
 * index knows no sizes and times, so that git reads every file, and none is excepted by a flag of the worktree's own index.
 */
async function changedFiles(tree: string, commit: string): Promise<string[] | null> {
  return withScratch("index", async (folder) => {
    const env = { GIT_INDEX_FILE: join(folder, "index") };
    const read = await askGit(["read-tree", commit], tree, env);
    if (!read.ok) return null;
    const words = ["diff-files", "--name-only", "--ignore-submodules=all", "-z"];
    const found = await askGit(words, tree, env);
    return found.ok ? found.text.split("\0").filter(Boolean).toSorted() : null;
  });
}

const MISSING = "missing";

function digestOfContent(path: string): string {
  const content = contentOf(path);
  return content === null ? MISSING : createHash("sha256").update(content).digest("hex");
}
