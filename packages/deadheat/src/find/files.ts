import { readdirSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import * as v from "valibot";
import { attempt, messageOf, readText, UsageError } from "@deadheat/journal";

/**
 * The files of a project: those of a folder, or those of a commit. Paths have slashes and no `./` in front. They may lead to
 * the folders above, where the root of a workspace is.
 */
export interface ProjectFiles {
  readonly has: (path: string) => boolean;
  readonly read: (path: string) => Promise<string | null>;
  /** Returns the names of the folders in a folder, without node_modules and hidden folders. */
  readonly folders: (path: string) => string[];
}

/** Returns whether a folder with this name can hold a package of a workspace. */
export function isOwnFolder(name: string): boolean {
  return name !== "node_modules" && !name.startsWith(".");
}

export function filesOfFolder(folder: string): ProjectFiles {
  const has = (path: string) =>
    statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() === true;
  return {
    has,
    read: async (path) => (has(path) ? readText(join(folder, path)) : null),
    folders: (path) => {
      const inside = attempt(() => readdirSync(join(folder, path), { withFileTypes: true })) ?? [];
      return inside
        .filter((one) => one.isDirectory() && isOwnFolder(one.name))
        .map(({ name }) => name);
    },
  };
}

const record = v.fallback(v.record(v.string(), v.string()), {});

/** The fields of package.json that point to servers. A field of the wrong type counts as missing. */
const manifestSchema = v.object({
  name: v.fallback(v.string(), ""),
  /** The patterns of the folders of a workspace's packages. */
  workspaces: v.fallback(
    v.union([
      v.array(v.string()),
      v.pipe(
        v.object({ packages: v.array(v.string()) }),
        v.transform(({ packages }) => packages),
      ),
    ]),
    [],
  ),
  type: v.fallback(v.string(), "commonjs"),
  main: v.fallback(v.string(), ""),
  module: v.fallback(v.string(), ""),
  bin: v.fallback(v.union([v.string(), record]), {}),
  exports: v.fallback(v.unknown(), null),
  scripts: record,
  dependencies: record,
  devDependencies: record,
});

export type Manifest = v.InferOutput<typeof manifestSchema>;

/**
 * Reads the package.json of a project, or of another folder that is seen from it. A missing file counts as empty.
 * @throws UsageError if the file is not JSON
 */
export async function readManifest({ read }: ProjectFiles, folder = ""): Promise<Manifest> {
  const path = posix.join(folder, "package.json");
  const text = (await read(path)) ?? "{}";
  try {
    return v.parse(manifestSchema, JSON.parse(text));
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${messageOf(error)}`);
  }
}
