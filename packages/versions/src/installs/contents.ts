import { createHash } from "node:crypto";
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "@deadheat/journal";

/** The files that must not change. A server may write to others, such as its database. */
export const CODE = /\.(?:[cm]?[jt]sx?|wasm|node|vue|svelte|astro)$|(?:^|\/)package\.json$/;

/** The folders below node_modules in which tools keep what they have computed. */
export const CACHES: ReadonlySet<string> = new Set([".cache", ".vite", ".vite-temp"]);

/**
 * Returns a digest of all files of all packages below a folder, by size, permissions and times.
 * @param since also counts code outside of packages, if the file was there by that time in milliseconds: servers may build
 *   more while they run
 */
export function packagesIn(tree: string, since = Number.NEGATIVE_INFINITY): string {
  const hash = createHash("sha256");
  const walk = (folder: string, isPackage: boolean) => {
    const entries = attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const { name } = entry;
      const path = join(folder, name);
      if (entry.isDirectory()) {
        if (name !== ".git" && !(isPackage && CACHES.has(name))) {
          walk(path, isPackage || name === "node_modules");
        }
      } else if (isPackage || (CODE.test(path) && bornAt(path) <= since)) {
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

/** Returns size, permissions and times. The time of the last change of a file with several names changes with its names. */
function factsOf(path: string): string {
  const stat = attempt(() => lstatSync(path));
  if (stat === null) return "missing";
  const { size, mode, mtimeMs, ctimeMs, nlink } = stat;
  return [size, mode, mtimeMs, nlink === 1 ? ctimeMs : ""].join(" ");
}
