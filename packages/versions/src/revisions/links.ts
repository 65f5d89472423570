import { createHash } from "node:crypto";
import { mkdirSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import {
  attempt,
  copyWhole,
  inside,
  readRegular,
  UsageError,
  EnvironmentError,
  whyUnread,
} from "@deadheat/journal";
import { git } from "../git/git.ts";
import { isLockfile } from "./lockfile.ts";

/** The names beside lockfiles that package managers write or empty. */
const WRITTEN = new Set(["node_modules", "package.json", ".yarn", ".pnp.cjs"]);

/**
 * Makes sure that no package manager writes through a link of a checkout into another folder: neither through a link that
 * has the name of a written file, nor through a link to a folder, which may be a workspace's package.
 * @param tree the real path of the checkout
 * @throws EnvironmentError that names the link
 */
export async function refuseLinksOut(tree: string, name: string): Promise<void> {
  const listed = await git(["ls-tree", "-r", "-z", "--full-tree", "HEAD"], tree);
  for (const line of listed.split("\0")) {
    const [, path] = /^120000 [^\t]*\t(.*)$/s.exec(line) ?? [];
    if (path === undefined) continue;
    const link = join(tree, path);
    const target = targetOf(link);
    if (target === null || inside(target, tree)) continue;
    const folder = statSync(link, { throwIfNoEntry: false })?.isDirectory() ?? false;
    if (!folder && !WRITTEN.has(basename(path)) && !isLockfile(path)) continue;
    throw new EnvironmentError(
      `dependencies of ${name} are not installed: ${path} is a link that leads out of the checkout, and the install ` +
        "could write there. Replace the link in that revision.",
    );
  }
}

/** Returns what a link leads to, also if nothing is there; null if it is no link. */
function targetOf(link: string): string | null {
  const gone = () => resolve(realpathSync(dirname(link)), readlinkSync(link));
  return attempt(() => realpathSync(link)) ?? attempt(gone);
}

/** The most bytes of a server's file. */
const LARGEST = 100e6;

/**
 * Puts a file into a checkout, so that its imports are those of the checkout. The copy has a name of its own, unless the
 * checkout has the same text at that path already.
 * @param file absolute path of the file
 * @param path its place in the checkout, from the root
 * @param folder real path of the checkout's root
 * @returns the absolute path of the copy
 * @throws UsageError if a symbolic link leads out of the checkout, or the file cannot be read
 */
export function placeFile(file: string, path: string, folder: string): string {
  const text = readRegular(file, LARGEST);
  if (text === null) throw new UsageError(`${file} cannot be read: ${whyUnread(file, LARGEST)}`);
  const same = join(folder, path);
  if (readRegular(same, LARGEST)?.equals(text)) return same;
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 12);
  const placed = join(dirname(same), `.deadheat-${hash}${extname(path)}`);
  mkdirSync(dirname(placed), { recursive: true });
  if (!inside(realpathSync(dirname(placed)), folder)) {
    throw new UsageError(
      `${path} cannot be placed: its folder is a link that leads out of the checkout`,
    );
  }
  copyWhole(file, placed);
  return placed;
}
