import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hashOf, type Entry } from "../cache/entry.ts";
import type { InstallOptions, InstalledTree } from "../options.ts";
import { installTree } from "./tree.ts";

export interface Packages {
  /** A version, range, tag, `npm:` alias, address of a tarball, or git, by name. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** The texts of files by path. They are written beside node_modules. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Installs packages in a folder of the cache that holds nothing but them and some files.
 * @throws UsageError, EnvironmentError, Interrupted
 */
export function installPackages(
  packages: Packages,
  options: InstallOptions,
): Promise<InstalledTree> {
  return installAlone("packages", packages, false, options);
}

/**
 * Installs one exact version of a package in a folder of the cache.
 * @returns the package's own folder in there
 * @throws UsageError, EnvironmentError, Interrupted
 */
export async function installOne(
  kind: Entry["kind"],
  name: string,
  version: string,
  options: InstallOptions,
): Promise<string> {
  const packages = { dependencies: { [name]: version }, files: {} };
  // An exact version is the same at any time.
  const { folder } = await installAlone(kind, packages, true, { ...options, before: undefined });
  return join(folder, "node_modules", name);
}

/** @param immutable whether an earlier resolution of the same packages still holds */
function installAlone(
  kind: Entry["kind"],
  { dependencies, files }: Packages,
  immutable: boolean,
  options: InstallOptions,
): Promise<InstalledTree> {
  return installTree(
    {
      kind,
      wanted: dependencies,
      manifest: { name: "installed-by-deadheat", private: true, dependencies },
      lockfile: null,
      contents: hashOf(files),
      place: (folder) => {
        for (const [path, text] of Object.entries(files)) {
          mkdirSync(dirname(join(folder, path)), { recursive: true });
          writeFileSync(join(folder, path), text);
        }
      },
      setup: null,
      immutable,
    },
    options,
  );
}
