import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";

const packageSchema = v.object({
  version: v.optional(v.string()),
  hasInstallScript: v.optional(v.boolean()),
});

const lockfileSchema = v.object({ packages: v.record(v.string(), packageSchema) });

/** What npm has resolved: exact versions and hashes (lockfile version 2 or 3, as npm 9 and later write it). */
export interface Lockfile {
  readonly text: string;
  /** By path below the folder: `node_modules/express`. */
  readonly packages: v.InferOutput<typeof lockfileSchema>["packages"];
}

export function readLockfile(folder: string): Lockfile {
  const text = readFileSync(join(folder, "package-lock.json"), "utf8");
  return { text, ...v.parse(lockfileSchema, JSON.parse(text)) };
}

/** Of direct dependencies, by name. */
export function versionsOf(
  { packages }: Lockfile,
  names: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const version = packages[`node_modules/${name}`]?.version;
      return version === undefined ? [] : [[name, version] as const];
    }),
  );
}

/** Names of the packages that would run a script when they are installed. */
export function withScripts({ packages }: Lockfile): string[] {
  const names = Object.entries(packages)
    .filter(([path, { hasInstallScript }]) => path !== "" && hasInstallScript === true)
    .map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
  return [...new Set(names)].toSorted();
}
