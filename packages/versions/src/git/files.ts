import { posix, sep } from "node:path";
import { askGit, git, type Commit } from "./git.ts";

/**
 * Returns the id of a file's content in a commit, or null if the commit has no such file.
 * @param path from the root of the repository, with slashes
 */
export async function contentId(commit: Commit, path: string): Promise<string | null> {
  const args = ["ls-tree", "-z", "--full-tree", commit.id, "--", path];
  const { ok, text } = await askGit(args, commit.repository);
  return (ok && /^\d+ blob ([0-9a-f]+)\t/.exec(text)?.[1]) || null;
}

export async function contentText(commit: Commit, path: string): Promise<string | null> {
  const id = await contentId(commit, path);
  return id && git(["cat-file", "blob", id], commit.repository);
}

/** Returns the paths of all files that a commit has, from the root of the repository, with slashes. */
export async function filesIn(commit: Commit): Promise<Set<string>> {
  const args = ["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit.id];
  return new Set(lines(await git(args, commit.repository)));
}

/** Returns the ids of the contents of all files that a commit has, by path from the root of the repository, with slashes. */
export async function contentsIn(commit: Commit): Promise<Map<string, string>> {
  const text = await git(["ls-tree", "-r", "-z", "--full-tree", commit.id], commit.repository);
  const entries = lines(text).flatMap((line) => {
    const [, id, path] = /^\d+ blob ([0-9a-f]+)\t([^]+)$/.exec(line) ?? [];
    return id === undefined || path === undefined ? [] : [[path, id] as const];
  });
  return new Map(entries);
}

/** Returns the paths of all files that differ between two commits: changed, added or removed. */
export async function filesThatDiffer(base: Commit, other: Commit): Promise<string[]> {
  const args = ["diff-tree", "-r", "-z", "--name-only", "--no-renames", base.id, other.id];
  return lines(await git(args, base.repository));
}

/** Similarity, in percent, from which git takes a removed and an added file for a move (git's own is 50). */
const MOVED = "-M40%";

/** Returns the moves from one commit to another, as old path -> new path. */
export async function movedFiles(base: Commit, other: Commit): Promise<Map<string, string>> {
  const args = ["diff-tree", "-r", "-z", MOVED, "--diff-filter=R", "--name-status"];
  const words = lines(await git([...args, base.id, other.id], base.repository));
  const moves = new Map<string, string>();
  for (let i = 0; i + 2 < words.length; i += 3) {
    moves.set(words[i + 1] as string, words[i + 2] as string);
  }
  return moves;
}

/** Returns the lines of one file that differ between two commits, without their context. */
export async function linesThatDiffer(
  base: Commit,
  other: Commit,
  path: string,
): Promise<string[]> {
  const flags = ["-r", "-p", "-U0", "--no-renames", "--no-ext-diff", "--no-textconv"];
  const args = ["--literal-pathspecs", "diff-tree", ...flags, base.id, other.id, "--", path];
  const text = await git(args, base.repository);
  return text.split("\n").filter((line) => /^[+-](?![+-]{2} )/.test(line));
}

export async function isIgnored(file: string, cwd: string): Promise<boolean> {
  return (await askGit(["check-ignore", "--quiet", "--", file], cwd)).ok;
}

export interface Folder {
  /** The path from the root, with slashes; empty for the root. */
  readonly path: string;
  readonly names: ReadonlySet<string>;
}

/** Returns the user's folder and those above it, nearest first, as far as the commit has them. */
export async function foldersUp(commit: Commit, prefix: string): Promise<Folder[]> {
  const folders: Folder[] = [];
  for (
    let path = prefix.split(sep).join("/");
    ;
    path = path.includes("/") ? posix.dirname(path) : ""
  ) {
    const args = ["ls-tree", "-z", "--name-only", "--full-tree", `${commit.id}:${path}`];
    const { ok, text } = await askGit(args, commit.repository);
    if (ok) folders.push({ path, names: new Set(lines(text)) });
    if (path === "") return folders;
  }
}

export function textIn(commit: Commit, { path }: Folder, name: string): Promise<string> {
  return git(["cat-file", "blob", `${commit.id}:${posix.join(path, name)}`], commit.repository);
}

function lines(text: string): string[] {
  return text.split("\0").filter((line) => line !== "");
}
