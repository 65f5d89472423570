import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import semver from "semver";
import { installedManifestIn } from "../installs/manifest.ts";
import { copyPackage } from "./copy.ts";

/** The most packages that one package brings along; a tree of more is no dependency of a single package. */
const MOST = 500;

/** A package in its own tree, and the rule by which a version that another tree has stays there. */
export interface Origin {
  readonly source: string;
  /** The real path of the root of the tree. */
  readonly top: string;
  /** Returns whether the package uses the version of a dependency that the other tree has. */
  readonly keeps: (name: string, isFitting: boolean) => boolean;
}

/**
 * Gives a package that took the place of another version its dependencies. A version that the tree has already may stay;
 * otherwise the dependency is copied into the package, with its own dependencies.
 * @param top the real path of the root of the tree that it was put into
 */
export async function settle(
  target: string,
  from: Origin,
  top: string,
  left = { packages: MOST },
): Promise<void> {
  const {
    dependencies = {},
    optionalDependencies = {},
    peerDependencies = {},
  } = installedManifestIn(from.source) ?? {};
  for (const [name, range] of Object.entries({
    ...peerDependencies,
    ...dependencies,
    ...optionalDependencies,
  })) {
    const there = resolvePackage(target, name, top);
    if (there !== null && from.keeps(name, fits(there, range))) continue;
    const source = resolvePackage(from.source, name, from.top);
    if (source === null || left.packages-- <= 0) continue;
    const own = join(target, "node_modules", name);
    if (existsSync(own)) continue;
    await copyPackage(source, own);
    await settle(own, { ...from, source }, top, left);
  }
}

/** Returns the real path of the package that code in a folder gets by this name; null if there is none below the root. */
function resolvePackage(folder: string, name: string, top: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    const found = join(at, "node_modules", name);
    if (existsSync(join(found, "package.json"))) return realpathSync(found);
    if (at === top || at === dirname(at)) return null;
  }
}

/** An address or a tag says nothing about versions, so what is there is taken to fit. */
function fits(folder: string, range: string): boolean {
  const { version } = (installedManifestIn(folder) ?? {}) as { readonly version?: string };
  if (version === undefined || semver.validRange(range) === null) return true;
  return semver.satisfies(version, range, { includePrerelease: true });
}
