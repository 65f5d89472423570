import { existsSync, lstatSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { attempt, readText } from "@deadheat/journal";
import type { ExactMetrics, InstallSize } from "@deadheat/judge";

type Kind = "dependencies" | "optionalDependencies" | "peerDependencies";
type PackageJson = { readonly [kind in Kind]?: Readonly<Record<string, string>> };

/**
 * Returns the size of an app's direct and indirect dependencies on disk, as they are installed. Development
 * dependencies and the packages of a workspace do not count. Without dependencies both numbers are 0.
 */
export function installSize(app: string): InstallSize {
  const own = readPackage(app).dependencies ?? {};
  const names = Object.keys(own).filter((name) => !own[name]?.startsWith("workspace:"));
  const found = new Set<string>();
  const queue = names.flatMap((name) => folderOf(app, name));
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    if (found.has(folder)) continue;
    found.add(folder);
    const { dependencies, optionalDependencies, peerDependencies } = readPackage(folder);
    const needed = { ...peerDependencies, ...optionalDependencies, ...dependencies };
    const from = folder;
    queue.push(...Object.keys(needed).flatMap((name) => folderOf(from, name)));
  }
  const bytes = [...found].reduce((sum, folder) => sum + bytesBelow(folder), 0);
  return { bytes, packages: found.size };
}

export function sizesOf(base: string, next: string): ExactMetrics {
  const [one, two] = [installSize(base), installSize(next)];
  return {
    size: { base: one.bytes, new: two.bytes },
    packages: { base: one.packages, new: two.packages },
  };
}

/**
 * Returns where a package finds another one, from its own folder upwards. Nothing if it is not installed: an optional
 * one for another platform, or an unused peer.
 */
function folderOf(from: string, name: string): string[] {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, "node_modules", name);
    if (existsSync(path)) return [realpathSync(path)];
    if (folder === dirname(folder)) return [];
  }
}

function readPackage(folder: string): PackageJson {
  const read = () => JSON.parse(readText(join(folder, "package.json"))) as PackageJson;
  return attempt(read) ?? {};
}

/** Packages inside of a package count separately. */
function bytesBelow(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isFile()) bytes += lstatSync(path).size;
    if (entry.isDirectory() && entry.name !== "node_modules") bytes += bytesBelow(path);
  }
  return bytes;
}
