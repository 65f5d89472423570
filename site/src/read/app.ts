import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";

const apps = join(import.meta.dirname, "..", "..", "..", "apps");

/** The fields of target.json that a reader wants to know. `bench` checks the whole file. */
const manifestSchema = v.object({
  homepage: v.string(),
  package: v.nullable(v.string()),
  unsupported: v.optional(v.record(v.string(), v.string())),
  addon: v.optional(v.object({ package: v.string() })),
  means: v.optional(
    v.record(
      v.string(),
      v.object({
        libraries: v.optional(v.array(v.string())),
        lacks: v.optional(v.union([v.string(), v.record(v.string(), v.string())])),
      }),
    ),
  ),
});

/** An app of this repository: the server that was measured for a framework. */
export interface App {
  readonly manifest: v.InferOutput<typeof manifestSchema>;
  /** The files of its source, `app.ts` first. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** Returns the app of a framework; null if this repository no longer has one. */
export function appOf(framework: string): App | null {
  const folder = join(apps, framework);
  const manifest = join(folder, "target.json");
  if (!existsSync(manifest)) return null;
  const paths = globSync("src/**/*.ts", { cwd: folder }).toSorted(
    (a, b) => Number(b === "src/app.ts") - Number(a === "src/app.ts") || (a < b ? -1 : 1),
  );
  return {
    manifest: v.parse(manifestSchema, JSON.parse(readFileSync(manifest, "utf8"))),
    files: paths.map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") })),
  };
}

/** Returns what is not the default of a framework, or what it lacks, as sentences by scenario. */
export function notesOf({ manifest }: App): (readonly [about: string, words: string])[] {
  const { means = {}, unsupported = {}, addon } = manifest;
  const lacking = (lacks: string | Readonly<Record<string, string>>) =>
    typeof lacks === "string"
      ? lacks
      : Object.entries(lacks)
          .map(([runtime, why]) => `on ${runtime}: ${why}`)
          .join("; ");
  return [
    ...Object.entries(unsupported),
    ...(addon ? [["native addon", addon.package] as const] : []),
    ...Object.entries(means).flatMap(([name, { libraries, lacks }]) => [
      ...(libraries ? [[name, `served with ${libraries.join(", ")}`] as const] : []),
      ...(lacks === undefined ? [] : [[name, `not supported: ${lacking(lacks)}`] as const]),
    ]),
  ];
}
