import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hashOf } from "./cache/hash.ts";
import type { InstallOptions, Installed } from "./options.ts";
import { installTree } from "./tree.ts";

/** Packages and the code that uses them. */
export interface Packages {
  /** By name: a version, range, tag, `npm:` alias, address of a tarball, or git. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Text by path; written beside node_modules. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * A folder of the cache with these packages and files and nothing else.
 * @throws UsageError, EnvironmentError, Interrupted
 */
export function installPackages(
  { dependencies, files }: Packages,
  options: InstallOptions,
): Promise<Installed> {
  return installTree(
    {
      kind: "packages",
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
      immutable: false,
    },
    options,
  );
}
