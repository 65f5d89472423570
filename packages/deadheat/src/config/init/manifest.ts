import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { messageOf, UsageError } from "@deadheat/journal";

const texts = v.fallback(v.record(v.string(), v.string()), {});

/** The fields of package.json that point to servers. A field of the wrong type counts as missing. */
const manifestSchema = v.object({
  type: v.fallback(v.string(), "commonjs"),
  main: v.fallback(v.string(), ""),
  bin: v.fallback(v.union([v.string(), texts]), {}),
  exports: v.fallback(v.unknown(), null),
  scripts: texts,
  dependencies: texts,
  devDependencies: texts,
});

export type Manifest = v.InferOutput<typeof manifestSchema>;

/**
 * Reads the package.json of a folder. A missing file counts as empty.
 * @throws UsageError if the file is not JSON
 */
export function readManifest(folder: string): Manifest {
  const file = join(folder, "package.json");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "{}";
  try {
    return v.parse(manifestSchema, JSON.parse(text));
  } catch (error) {
    throw new UsageError(`package.json cannot be read: ${messageOf(error)}`);
  }
}
