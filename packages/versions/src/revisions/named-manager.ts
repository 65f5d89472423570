import semver from "semver";
import * as v from "valibot";
import { UsageError } from "@deadheat/journal";

const engineSchema = v.object({ name: v.string(), version: v.optional(v.string()) });

/** The fields of a package.json that name a package manager. */
export const namingEntries = {
  packageManager: v.optional(v.string()),
  devEngines: v.optional(
    v.object({ packageManager: v.optional(v.union([engineSchema, v.array(engineSchema)])) }),
  ),
};
type Naming = v.InferOutput<v.ObjectSchema<typeof namingEntries, undefined>>;

/** A package manager and its version; null for any version. */
export interface Named {
  readonly name: string;
  readonly version: string | null;
}

/**
 * Returns the package managers that a package.json names. Only versions from the registry are accepted: a path, an address
 * or git would run a program that the revision chooses.
 * @param where the package.json, for messages
 * @throws UsageError if `packageManager` is not an exact version, or the version in `devEngines` is not a range
 */
export function namedManagers({ packageManager, devEngines }: Naming, where: string): Named[] {
  const engines = [devEngines?.packageManager ?? []].flat().map(({ name, version }) => {
    if (version === undefined || semver.validRange(version) !== null) {
      return { name, version: version ?? null };
    }
    throw new UsageError(
      `${where} names ${name} "${version}" in devEngines.packageManager. Write a version or a range there, such as "^12.21.0".`,
    );
  });
  if (packageManager === undefined) return engines;
  const [, name = "", version = ""] = /^([^@]*)@?(.*)$/s.exec(packageManager) ?? [];
  // npm comes with Node, whatever version is named.
  if (name === "npm" || version === "") return [{ name, version: null }, ...engines];
  const [, exact = ""] = /^([^+]+)(?:\+sha\d+\.[\w+/=-]+)?$/.exec(version) ?? [];
  if (/^\d/.test(exact) && semver.valid(exact) === exact) {
    return [{ name, version: exact }, ...engines];
  }
  throw new UsageError(
    `${where} has "packageManager": ${JSON.stringify(packageManager)}. Write an exact version there, such as ` +
      `"pnpm@12.21.0", or remove the field: deadheat takes package managers by exact version only.`,
  );
}
