import * as v from "valibot";
import { messageOf, readRegular, UsageError } from "@deadheat/journal";

const SECTIONS = [
  "dependencies",
  "devDependencies",
  "optionalDependencies",
  "peerDependencies",
] as const;

const sectionSchema = v.optional(v.record(v.string(), v.string()), {});
const manifestSchema = v.looseObject({
  dependencies: sectionSchema,
  devDependencies: sectionSchema,
  optionalDependencies: sectionSchema,
  peerDependencies: sectionSchema,
});

export type Manifest = v.InferOutput<typeof manifestSchema>;

const LARGEST = 10_000_000;

/** @throws UsageError if the file is not a package.json */
export function readManifest(path: string): Manifest {
  try {
    const text = readRegular(path, LARGEST);
    if (text === null) throw new Error("it is no regular file, or has more than 10 MB");
    return v.parse(manifestSchema, JSON.parse(text.toString("utf8")));
  } catch (error) {
    throw new UsageError(`${path} is not the package.json of a project: ${messageOf(error)}`);
  }
}

export const noManifest = (): Manifest => v.parse(manifestSchema, { private: true });

export function directOf(manifest: Partial<Manifest>): Record<string, string> {
  return Object.assign({}, ...SECTIONS.map((section) => manifest[section]));
}

/** Replaces ranges in the section where they stand, and adds new names to `dependencies`. */
export function withDependencies(
  manifest: Manifest,
  wanted: Readonly<Record<string, string>>,
): Manifest {
  // With devEngines, npm would refuse to install a project of another package manager.
  const { devEngines: _, ...rest } = manifest;
  const changed = structuredClone(rest);
  for (const [name, range] of Object.entries(wanted)) {
    const found = SECTIONS.filter((section) => Object.hasOwn(manifest[section], name));
    for (const section of found.length > 0 ? found : (["dependencies"] as const)) {
      changed[section][name] = range;
    }
  }
  return changed;
}
