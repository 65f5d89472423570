import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { messageOf } from "@deadheat/journal";
import { EnvironmentError } from "@deadheat/measure";

const packageSchema = v.object({
  version: v.optional(v.string()),
  hasInstallScript: v.optional(v.boolean()),
});

const lockfileSchema = v.object({ packages: v.record(v.string(), packageSchema) });

/** A package-lock.json of version 2 or 3, as npm 9 and later writes it. */
export interface Lockfile {
  readonly text: string;
  /** The packages by their path in the folder, such as `node_modules/express`. */
  readonly packages: v.InferOutput<typeof lockfileSchema>["packages"];
}

/** @throws EnvironmentError if npm has written another form */
export function readLockfile(folder: string): Lockfile {
  const text = readFileSync(join(folder, "package-lock.json"), "utf8");
  try {
    return { text, ...v.parse(lockfileSchema, JSON.parse(text)) };
  } catch (cause) {
    throw new EnvironmentError(
      `npm's package-lock.json cannot be read (${messageOf(cause)}). Use npm 9 or newer`,
      { cause },
    );
  }
}

/** Returns the versions of direct dependencies by name. A linked dependency has none. */
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

/** Returns the names of the packages that have an install script. */
export function withScripts({ packages }: Lockfile): string[] {
  const names = Object.entries(packages)
    .filter(([path, { hasInstallScript }]) => path !== "" && hasInstallScript === true)
    .map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
  return [...new Set(names)].toSorted();
}
