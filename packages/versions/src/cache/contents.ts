import { createHash } from "node:crypto";
import { lstatSync, readdirSync, type Dirent } from "node:fs";
import { join } from "node:path";
import { attempt } from "@deadheat/journal";

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
