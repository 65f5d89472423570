import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { InstallSize } from "@deadheat/judge";

type Kind = "dependencies" | "optionalDependencies" | "peerDependencies";
type PackageJson = { readonly [kind in Kind]?: Readonly<Record<string, string>> };

/**
 * Returns the size of an app's direct and indirect dependencies on disk, as pnpm resolved them. This includes the
 * framework and the packages that its documentation adds for these routes (a router, a body parser, an adapter), for all
 * runtimes together. The packages of this workspace do not count. Without dependencies both numbers are 0.
 */
export function installSize(app: string): InstallSize {
  const own = readPackage(app).dependencies ?? {};
  const names = Object.keys(own).filter((name) => !own[name]?.startsWith("workspace:"));
  const found = new Set<string>();
  const queue = names.flatMap((name) => folderOf(join(app, "node_modules"), name));
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    if (found.has(folder)) continue;
    found.add(folder);
    const { dependencies, optionalDependencies, peerDependencies } = readPackage(folder);
    const needed = { ...peerDependencies, ...optionalDependencies, ...dependencies };
    // pnpm puts exactly the packages that a package may use beside it.
    const beside = modulesAround(folder);
    queue.push(...Object.keys(needed).flatMap((name) => folderOf(beside, name)));
  }
  const bytes = [...found].reduce((sum, folder) => sum + bytesBelow(folder), 0);
  return { bytes, packages: found.size };
}

/** Returns nothing if a package is not installed: an optional one for another platform, or an unused peer. */
function folderOf(modules: string, name: string): string[] {
  const path = join(modules, name);
  return existsSync(path) ? [realpathSync(path)] : [];
}

function modulesAround(folder: string): string {
  let path = dirname(folder);
  while (basename(path) !== "node_modules" && path !== dirname(path)) path = dirname(path);
  return path;
}

function readPackage(folder: string): PackageJson {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as PackageJson;
  } catch {
    return {};
  }
}

function bytesBelow(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    // Links lead to other packages, which count separately.
    if (entry.isFile()) bytes += lstatSync(join(entry.parentPath, entry.name)).size;
  }
  return bytes;
}
