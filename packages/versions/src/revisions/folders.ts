import { posix, sep } from "node:path";
import { askGit, git, type Commit } from "./git.ts";

/** A folder of a commit. */
export interface Folder {
  /** The path from the root, with slashes; empty for the root. */
  readonly path: string;
  /** The names in the folder. */
  readonly names: ReadonlySet<string>;
}

/** Returns the user's folder and those above it, nearest first, as far as the commit has them. */
export async function foldersUp(commit: Commit, prefix: string): Promise<Folder[]> {
  const folders: Folder[] = [];
  for (let path = prefix.split(sep).join("/"); ; path = parentOf(path)) {
    const args = ["ls-tree", "-z", "--name-only", "--full-tree", `${commit.id}:${path}`];
    const { ok, text } = await askGit(args, commit.repository);
    if (ok) folders.push({ path, names: new Set(text.split("\0").filter(Boolean)) });
    if (path === "") return folders;
  }
}

/** Returns the text of a file in the folder. */
export function textIn(commit: Commit, { path }: Folder, name: string): Promise<string> {
  return git(["cat-file", "blob", `${commit.id}:${posix.join(path, name)}`], commit.repository);
}

function parentOf(path: string): string {
  const parent = posix.dirname(path);
  return parent === "." ? "" : parent;
}
