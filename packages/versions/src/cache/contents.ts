import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readlinkSync, realpathSync, type Dirent } from "node:fs";
import { dirname, join } from "node:path";
import { attempt, inside, readRegular } from "@deadheat/journal";

/** The files that must not change. A server may write to others, such as its database. */
export const CODE = /\.(?:[cm]?[jt]sx?|wasm|node|vue|svelte|astro)$|(?:^|\/)package\.json$/;

/** The folders below node_modules in which tools keep what they have computed. */
export const CACHES: ReadonlySet<string> = new Set([".cache", ".vite", ".vite-temp"]);

/** The name of an app that deadheat itself has put beside code (placeFile). */
const PLACED = /^\.deadheat-[0-9a-f]{12}\./;

/**
 * Returns a digest of all files of all packages below a folder, by size, permissions and times.
 * @param since also counts the code outside of packages that was there by that time in milliseconds, and any code beside it,
 *   which could be loaded in its place. Servers may build more while they run, in other folders
 */
export function packagesIn(tree: string, since = Number.NEGATIVE_INFINITY): string {
  const hash = createHash("sha256");
  const walk = (folder: string, isPackage: boolean) => {
    const entries = attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];
    const isCode = ({ name }: Dirent) => CODE.test(join(folder, name)) && !PLACED.test(name);
    const isOld = (entry: Dirent) => isCode(entry) && bornAt(join(folder, entry.name)) <= since;
    const hasCode = !isPackage && entries.some((entry) => !entry.isDirectory() && isOld(entry));
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const { name } = entry;
      const path = join(folder, name);
      if (entry.isDirectory()) {
        if (name !== ".git" && !(isPackage && CACHES.has(name))) {
          walk(path, isPackage || name === "node_modules");
        }
      } else if (isPackage || (hasCode && isCode(entry))) {
        hash.update(`${path.slice(tree.length)}\0${factsOf(path)}\n`);
      }
    }
  };
  walk(tree, false);
  return hash.digest("hex");
}

/**
 * Returns a digest of everything in an entry of the cache, by size, permissions and times, and of the names beside its tree and in
 * the folders above, where a server would find packages too. Isolated servers change nothing of it.
 * @param tree the folder with the code
 * @param cache the folder of the cache
 */
export function everythingIn(tree: string, cache: string): string {
  const hash = createHash("sha256");
  const walk = (folder: string) => {
    const entries = attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      // deadheat puts apps beside code, which it writes anew each time.
      if (PLACED.test(entry.name)) continue;
      hash.update(`${path.slice(tree.length)}\0${entry.isDirectory() ? "" : factsOf(path)}\n`);
      if (entry.isDirectory() && entry.name !== ".git") walk(path);
    }
  };
  walk(tree);
  const root = attempt(() => realpathSync(cache)) ?? cache;
  for (let folder = dirname(tree); inside(folder, root); folder = dirname(folder)) {
    const names = (attempt(() => readdirSync(folder)) ?? []).filter((name) => LOOKED_UP.has(name));
    if (names.length > 0) hash.update(`${folder}\0${names.toSorted().join()}\n`);
  }
  return hash.digest("hex");
}

/** The names that runtimes look up in the folders above a file. */
const LOOKED_UP = new Set(
  "node_modules package.json tsconfig.json deno.json deno.jsonc bunfig.toml .env".split(" "),
);

function bornAt(path: string): number {
  return attempt(() => lstatSync(path).birthtimeMs) ?? Infinity;
}

/** Returns size, permissions and times of a file. The time of the last change of a file with several names changes with its names. */
export function factsOf(path: string): string {
  const stat = attempt(() => lstatSync(path));
  if (stat === null) return "missing";
  const { size, mode, mtimeMs, ctimeMs, nlink } = stat;
  return [size, mode, mtimeMs, nlink === 1 ? ctimeMs : ""].join(" ");
}

/** The most bytes of a file whose content is compared. */
export const LARGEST_CONTENT = 2 ** 31 - 1;

/** Returns the content of a regular file, or the text of a symbolic link; null if it cannot be read. */
export function contentOf(path: string): Buffer | string | null {
  const read = () =>
    lstatSync(path).isSymbolicLink() ? readlinkSync(path) : readRegular(path, LARGEST_CONTENT);
  return attempt(read);
}
