import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { writeWhole } from "@deadheat/journal";
import { EnvironmentError } from "@deadheat/measure";
import { readAs } from "../installs/cache/entry.ts";
import { askGit, gitEnvironment, gitSettings } from "./git.ts";
import { runTool } from "./tool.ts";

/** The file `deadheat.json` of an entry. It is written last. */
const entrySchema = v.object({
  whole: v.literal(true),
  usedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** The git folder of the repository that the worktree belongs to. */
  repository: v.string(),
  commit: v.string(),
  /** The name of what was installed, if other commits may have it too (shared-install.ts). */
  installed: v.optional(v.nullable(v.string()), null),
});
type Entry = v.InferOutput<typeof entrySchema>;

export function treeOf(entry: string): string {
  return join(entry, "tree");
}

/** Returns null if the entry is not complete. */
export function readWorktree(entry: string): Entry | null {
  return readAs(entrySchema, join(entry, "deadheat.json"));
}

/** Returns whether an entry is complete, and git still has its worktree at that commit. */
export async function isWhole(entry: string, commit: string): Promise<boolean> {
  if (readWorktree(entry) === null || !existsSync(treeOf(entry))) return false;
  const { ok, text } = await askGit(["rev-parse", "--show-cdup", "HEAD"], treeOf(entry));
  return ok && text === `\n${commit}`;
}

export function markWhole(
  entry: string,
  { repository, commit }: Pick<Entry, "repository" | "commit">,
  installed: string | null,
): void {
  const usedAt = new Date().toISOString();
  const marked: Entry = { usedAt, repository, commit, installed, whole: true };
  writeWhole(join(entry, "deadheat.json"), marked);
}

/**
 * Makes a new worktree in an entry of the cache, and removes an old one.
 * @throws EnvironmentError if git fails, Interrupted
 */
export async function addWorktree(
  entry: string,
  { repository, commit }: Pick<Entry, "repository" | "commit">,
  signal: AbortSignal,
): Promise<void> {
  const tree = treeOf(entry);
  await removeWorktree(entry, repository);
  mkdirSync(entry, { recursive: true });
  const words = ["git", ...gitSettings, "worktree", "add", "--quiet", "--detach", tree, commit];
  const log = join(entry, "checkout.log");
  const problem = await runTool(words, { cwd: repository, env: gitEnvironment(), log, signal });
  if (problem === null) return;
  throw new EnvironmentError(
    `git could not check out ${commit}: ${problem.split("\n").slice(1).join("\n")}`,
  );
}

/**
 * Removes an entry and its worktree. `--force` is given twice, because a killed git leaves its new worktree locked. `git
 * worktree prune` would also remove worktrees of the user's that are unreachable for now.
 */
export async function removeWorktree(entry: string, repository: string): Promise<void> {
  rmSync(entry, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  await askGit(["worktree", "remove", "--force", "--force", treeOf(entry)], repository);
}
