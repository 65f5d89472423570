import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { messageOf, UsageError } from "@deadheat/journal";

const texts = v.fallback(v.record(v.string(), v.string()), {});

/** What a package.json says of the servers in its folder; what is written wrongly there is taken as left out. */
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

/** @throws UsageError where it is no JSON */
export function readManifest(folder: string): Manifest {
  const file = join(folder, "package.json");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "{}";
  try {
    return v.parse(manifestSchema, JSON.parse(text));
  } catch (error) {
    throw new UsageError(`package.json cannot be read: ${messageOf(error)}`);
  }
}
