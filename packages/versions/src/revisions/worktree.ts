import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { cacheDirectory, writeWhole, EnvironmentError } from "@deadheat/journal";
import { isolation } from "@deadheat/measure";
import { everythingIn } from "../cache/contents.ts";
import { readAs } from "../cache/entry.ts";
import { digestOf } from "./contents.ts";
import { askGit, gitEnvironment, gitSettings, withoutLfs } from "../git/git.ts";
import { runTool } from "../processes/tool.ts";

/** The file `deadheat.json` of an entry. It is written last. */
const entrySchema = v.object({
  whole: v.literal(true),
  usedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** The git folder of the repository that the worktree belongs to. */
  repository: v.string(),
  commit: v.string(),
  /** The name of what was installed, if other commits may have it too (shared-install.ts). */
  installed: v.optional(v.nullable(v.string()), null),
  /** The digest of what it runs (contents.ts), and the time when it was made, in milliseconds. */
  contents: v.string(),
  madeAt: v.number(),
  /** The digest of all files, which isolated servers do not change. */
  everything: v.string(),
});
type Entry = v.InferOutput<typeof entrySchema>;

export function treeOf(entry: string): string {
  return join(entry, "tree");
}

/** Returns null if the entry is not complete. */
export function readWorktree(entry: string): Entry | null {
  return readAs(entrySchema, join(entry, "deadheat.json"));
}

/** The state of an entry: `changed` if something has written to what it runs since it was made. */
export type State = "whole" | "changed" | "incomplete";

/** Returns whether an entry is complete, git still has its worktree at that commit, and nothing has changed it. */
export async function stateOf(entry: string, commit: string): Promise<State> {
  const marked = readWorktree(entry);
  const tree = treeOf(entry);
  if (marked === null || !existsSync(tree)) return "incomplete";
  const { ok, text } = await askGit(["rev-parse", "--show-cdup", "HEAD"], tree);
  if (!ok || text !== `\n${commit}`) return "incomplete";
  return (await isUnchanged(tree, commit, marked)) ? "whole" : "changed";
}

/** Returns false if something has written to a worktree since it was made. Without isolation, a server may write to files that are no code. */
export async function isUnchanged(
  tree: string,
  commit: string,
  { contents, madeAt, everything }: Digests,
): Promise<boolean> {
  const { mode } = await isolation();
  if (mode !== "none" && everythingIn(tree, cacheDirectory()) !== everything) return false;
  return (await digestOf(tree, commit, madeAt)) === contents;
}

/** The digests of a worktree, and the time when it was made ready. */
export type Digests = Pick<Entry, "contents" | "madeAt" | "everything">;

/** Returns the digests of a worktree that has just been made ready. */
export async function digestsOf(tree: string, commit: string): Promise<Digests> {
  const madeAt = Date.now();
  const contents = (await digestOf(tree, commit, madeAt)) ?? "";
  return { contents, madeAt, everything: everythingIn(tree, cacheDirectory()) };
}

export function markWhole(
  entry: string,
  { repository, commit }: Pick<Entry, "repository" | "commit">,
  made: Pick<Entry, "installed"> & Digests,
): void {
  const usedAt = new Date().toISOString();
  const marked: Entry = { usedAt, repository, commit, ...made, whole: true };
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
  const said = problem.split("\n").slice(1).join("\n");
  throw new EnvironmentError(
    `git could not check out ${commit}: ${withoutLfs(said) ?? (said || problem)}`,
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
