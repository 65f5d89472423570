import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { InstallSize } from "@deadheat/judge";

interface PackageJson {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/**
 * What an app's own dependencies and theirs take on disk, as pnpm resolved them: the framework with
 * what its documentation adds to serve these routes (a router, a body parser, an adapter), for all
 * runtimes together. The packages of this workspace are left out; nothing: 0 of both.
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
    // pnpm puts what a package may use beside it, and nothing else.
    const beside = modulesAround(folder);
    queue.push(...Object.keys(needed).flatMap((name) => folderOf(beside, name)));
  }
  const bytes = [...found].reduce((sum, folder) => sum + bytesBelow(folder), 0);
  return { bytes, packages: found.size };
}

/** Empty where it is not installed: an optional one for another platform, a peer that is not used. */
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
    // Links lead to other packages, which are counted for themselves.
    if (entry.isFile()) bytes += lstatSync(join(entry.parentPath, entry.name)).size;
  }
  return bytes;
}
