import semver from "semver";
import * as v from "valibot";
import { UsageError } from "@deadheat/journal";
import type { Installation, Manager } from "./installation.ts";

type Versions = Pick<Installation, "ranges" | "pinned">;

/** A lockfile's own version: how to find it, and which versions of the package manager install it unchanged. */
interface Format {
  readonly pattern: RegExp;
  /** The oldest version of the lockfile first; each line is for lockfiles from `from` on. */
  readonly lines: readonly {
    readonly from: number;
    readonly range: string;
    readonly pin: string;
  }[];
}

/** Each line was found by installing a frozen lockfile of each version with each package manager. */
const FORMATS: Readonly<Record<Exclude<Manager, "npm">, Format>> = {
  bun: {
    pattern: /"lockfileVersion": (\d+)/,
    lines: [
      { from: 0, range: "*", pin: "1.4.5" },
      { from: 1, range: ">=1.2", pin: "1.4.5" },
      { from: 2, range: ">=1.4", pin: "1.4.5" },
    ],
  },
  pnpm: {
    pattern: /^lockfileVersion: '?(\d+)/m,
    lines: [
      { from: 5, range: "<8", pin: "7.33.7" },
      { from: 6, range: ">=8 <10", pin: "8.15.9" },
      { from: 9, range: ">=9", pin: "12.21.0" },
    ],
  },
  yarn: { pattern: /^# yarn lockfile v(\d+)/m, lines: [{ from: 1, range: "1", pin: "1.22.22" }] },
  berry: {
    pattern: /^__metadata:\s+version: (\d+)/m,
    lines: [
      { from: 4, range: ">=2 <3.1", pin: "2.4.2" },
      { from: 5, range: "3.1", pin: "3.1.1" },
      { from: 6, range: ">=3.2 <4", pin: "3.8.7" },
      { from: 8, range: ">=4 <4.14", pin: "4.13.0" },
      { from: 9, range: "4.14", pin: "4.14.1" },
      { from: 10, range: ">=4.15", pin: "4.18.1" },
    ],
  },
};

/**
 * Returns which versions of a package manager may install a lockfile.
 * @param lockfile its text; null if it is binary
 * @param named the exact version or the range that package.json names; null if it names none
 */
export function versionsFor(
  manager: Manager,
  lockfile: string | null,
  named: string | null,
): Versions {
  if (manager === "npm") return { ranges: [], pinned: null };
  if (named !== null && semver.valid(named) !== null) {
    return { ranges: [String(semver.major(named))], pinned: named };
  }
  const { pattern, lines } = FORMATS[manager];
  const version = lockfile === null ? 0 : Number(pattern.exec(lockfile)?.[1] ?? Infinity);
  const line = lines.findLast(({ from }) => from <= version) ?? lines[0];
  if (line === undefined) throw new Error(`no version of ${manager} is pinned`);
  if (named === null) return { ranges: [line.range], pinned: line.pin };
  const pinned = semver.satisfies(line.pin, named) ? line.pin : named;
  return { ranges: [line.range, named], pinned };
}

const engineSchema = v.object({ name: v.string(), version: v.optional(v.string()) });

export const namingEntries = {
  packageManager: v.optional(v.string()),
  devEngines: v.optional(
    v.object({ packageManager: v.optional(v.union([engineSchema, v.array(engineSchema)])) }),
  ),
};
type Naming = v.InferOutput<v.ObjectSchema<typeof namingEntries, undefined>>;

/** A package manager and its version; null for any version. */
interface NamedManager {
  readonly name: string;
  readonly version: string | null;
}

/**
 * Returns the package managers that a package.json names. Only versions from the registry are accepted: a path, an address
 * or git would run a program that the revision chooses.
 * @param where the package.json, for messages
 * @throws UsageError if `packageManager` is not an exact version, or the version in `devEngines` is not a range
 */
export function namedManagers(
  { packageManager, devEngines }: Naming,
  where: string,
): NamedManager[] {
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
