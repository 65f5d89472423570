import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { messageOf, UsageError } from "@deadheat/journal";

/** The files of a project: those of a folder, or those of a commit. Paths have slashes and no `./` in front. */
export interface ProjectFiles {
  readonly has: (path: string) => boolean;
  readonly read: (path: string) => Promise<string | null>;
}

export function filesOfFolder(folder: string): ProjectFiles {
  const has = (path: string) =>
    statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() === true;
  return {
    has,
    read: async (path) => (has(path) ? readFileSync(join(folder, path), "utf8") : null),
  };
}

const record = v.fallback(v.record(v.string(), v.string()), {});

/** The fields of package.json that point to servers. A field of the wrong type counts as missing. */
const manifestSchema = v.object({
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
 * Reads the package.json of a project. A missing file counts as empty.
 * @throws UsageError if the file is not JSON
 */
export async function readManifest({ read }: ProjectFiles): Promise<Manifest> {
  const text = (await read("package.json")) ?? "{}";
  try {
    return v.parse(manifestSchema, JSON.parse(text));
  } catch (error) {
    throw new UsageError(`package.json cannot be read: ${messageOf(error)}`);
  }
}
