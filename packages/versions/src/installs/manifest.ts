import { readFileSync } from "node:fs";
import * as v from "valibot";
import { messageOf, UsageError } from "@deadheat/journal";

/** Where a package.json may name what it depends on. */
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

/** A project's package.json. */
export type Manifest = v.InferOutput<typeof manifestSchema>;

/** @throws UsageError where it is none */
export function readManifest(path: string): Manifest {
  try {
    return v.parse(manifestSchema, JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    throw new UsageError(`${path} is not the package.json of a project: ${messageOf(error)}`);
  }
}

/** Of a server without one. */
export const noManifest = (): Manifest => v.parse(manifestSchema, { private: true });

/** All that it depends on by itself, by name. */
export function directOf(manifest: Manifest): Record<string, string> {
  return Object.assign({}, ...SECTIONS.map((section) => manifest[section]));
}

/** What is wanted in place of what is there, in the section where it is; new to it, it becomes a dependency. */
export function withDependencies(
  manifest: Manifest,
  wanted: Readonly<Record<string, string>>,
): Manifest {
  // It would have npm refuse to stand in for the project's own package manager.
  const { devEngines: _, ...rest } = manifest;
  const had = directOf(manifest);
  const added = Object.entries(wanted).filter(([name]) => had[name] === undefined);
  const changed = SECTIONS.map((section) => {
    const ranges = Object.entries(manifest[section]);
    return [
      section,
      Object.fromEntries(ranges.map(([name, range]) => [name, wanted[name] ?? range])),
    ];
  });
  const sections = Object.fromEntries(changed) as Pick<Manifest, (typeof SECTIONS)[number]>;
  return {
    ...rest,
    ...sections,
    dependencies: { ...sections.dependencies, ...Object.fromEntries(added) },
  };
}
