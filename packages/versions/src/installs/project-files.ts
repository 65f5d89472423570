import { createHash } from "node:crypto";
import { lstatSync, readdirSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { UsageError, whyUnread } from "@deadheat/journal";
import { contentOf, LARGEST_CONTENT } from "../cache/contents.ts";
import { askGit } from "../git/git.ts";

/** Names that are not copied: npm's settings may hold tokens, and the others are made anew. */
const LEFT = new Set([
  "node_modules",
  ".git",
  ".npmrc",
  "package-lock.json",
  "npm-shrinkwrap.json",
]);

/**
 * Returns the files of a project as sorted paths relative to its root. They are the files that git lists. If there is no git,
 * or git ignores the server's file, they are all files except those in node_modules and in folders that begin with a dot.
 */
export async function filesOf(root: string, file: string): Promise<string[]> {
  const listed = await listedByGit(root);
  const own = relative(root, file).split(sep).join("/");
  const files = listed?.includes(own) ? listed : walk(root, "");
  return files
    .filter((path) => !path.split("/").some((name) => LEFT.has(name)))
    .filter(
      (path) => lstatSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() === false,
    )
    .filter((path) => !isBehindLink(root, path))
    .toSorted();
}

/** Returns whether a folder of the path is a link now. Git still lists the files of a folder that a link has replaced. */
function isBehindLink(root: string, path: string): boolean {
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
    if (lstatSync(join(root, folder)).isSymbolicLink()) return true;
  }
  return false;
}

/** Returns the files that git does not ignore; null if there is no git or no repository. */
async function listedByGit(root: string): Promise<string[] | null> {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  try {
    const { ok, text } = await askGit(args, root);
    return ok ? [...new Set(text.split("\0"))].filter((path) => path !== "") : null;
  } catch {
    return null;
  }
}

function walk(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    // A FIFO or a socket is no part of a project.
    if (!entry.isDirectory()) return entry.isFile() || entry.isSymbolicLink() ? [path] : [];
    return LEFT.has(entry.name) || entry.name.startsWith(".") ? [] : walk(root, path);
  });
}

/** Hashes the names and contents of files, and whether they are executable. @throws UsageError if one cannot be read */
export function hashFiles(root: string, files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of files) {
    const full = join(root, path);
    const { mode } = lstatSync(full);
    const content = contentOf(full);
    if (content === null) {
      throw new UsageError(`${full} cannot be read: ${whyUnread(full, LARGEST_CONTENT)}`);
    }
    hash.update(JSON.stringify([path, mode & 0o100, content.length])).update(content);
  }
  return hash.digest("hex");
}
