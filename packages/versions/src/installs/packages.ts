import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Entry } from "./cache/entry.ts";
import { hashOf } from "./cache/hash.ts";
import type { InstallOptions, Installed } from "./options.ts";
import { installTree } from "./tree.ts";

/** Packages and the code that uses them. */
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
export function installPackages(packages: Packages, options: InstallOptions): Promise<Installed> {
  return installAlone("packages", packages, false, options);
}

/**
 * Does the same for any kind of entry.
 * @param immutable whether an earlier resolution of the same packages still holds
 */
export function installAlone(
  kind: Entry["kind"],
  { dependencies, files }: Packages,
  immutable: boolean,
  options: InstallOptions,
): Promise<Installed> {
  return installTree(
    {
      kind,
      wanted: dependencies,
      direct: dependencies,
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
