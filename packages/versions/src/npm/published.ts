import semver from "semver";
import * as v from "valibot";
import { UsageError, EnvironmentError } from "@deadheat/journal";
import { askRegistry, listingSchema } from "./registry.ts";
import type { InstallOptions } from "../options.ts";

/** A version of a package, and the time at which its registry got it; null if the registry does not say. */
export interface Published {
  readonly version: string;
  readonly releasedAt: string | null;
}

/** Every version of a package, the oldest number first, and its tags. */
export interface Publications {
  readonly name: string;
  readonly versions: readonly Published[];
  readonly tags: Readonly<Record<string, string>>;
}

const publicationsSchema = v.object({
  ...listingSchema.entries,
  time: v.optional(v.record(v.string(), v.unknown()), {}),
});

/**
 * Asks the registry for every version of a package. Installs nothing.
 * @param otherwise what the user can do instead of leaving --offline out
 * @throws UsageError if there is no such package, EnvironmentError if the registry cannot be reached, Interrupted
 */
export async function publicationsOf(
  name: string,
  options: InstallOptions,
  otherwise = `, or list each version: ${name}@1.0.0,1.1.0`,
): Promise<Publications> {
  if (options.offline) {
    throw new EnvironmentError(
      `The versions of ${name} come from the registry. Run without --offline${otherwise}`,
    );
  }
  const fields = Object.keys(publicationsSchema.entries);
  return askRegistry(name, fields, { range: "*", earlier: null }, options, ([said]) =>
    readPublications(name, said),
  );
}

/** Reads the output of `npm view`. Versions that npm would not accept are left out. */
export function readPublications(name: string, said: unknown): Publications {
  const { versions, time, ...rest } = v.parse(publicationsSchema, said);
  const known = versions.filter((version) => semver.valid(version) === version);
  return {
    name,
    tags: rest["dist-tags"],
    versions: semver.sort([...new Set(known)]).map((version) => {
      const at = new Date(String(time[version]));
      return { version, releasedAt: Number.isNaN(at.getTime()) ? null : at.toISOString() };
    }),
  };
}

const END = /^v?(\d{1,9})(?:\.(\d{1,9})(?:\.(\d{1,9})(?:-[\w.-]+)?)?)?$/;

/**
 * Returns every version from one end to the other, both included, the oldest first. An end is a version, a part of one
 * (`4.13` begins with 4.13.0 and ends with its newest patch) or a tag. Prereleases are left out unless an end is one.
 * @throws UsageError if an end means no version, or no version lies between them
 */
export function versionsBetween(all: Publications, from: string, to: string): Published[] {
  const [first, last] = [endOf(all, from), endOf(all, to)];
  const prereleases = [first, last].some((end) => semver.prerelease(end) !== null);
  const least = semver.minVersion(first) as semver.SemVer;
  const found = all.versions.filter(
    ({ version }) =>
      semver.gte(version, least) &&
      !semver.gtr(version, last) &&
      (prereleases || semver.prerelease(version) === null),
  );
  if (found.length > 0) return found;
  const range = `${all.name}@${from}..${to}`;
  throw new UsageError(
    semver.gtr(least, last)
      ? `${range}: ${from} comes after ${to}. Write the older version first.`
      : `${range}: the registry has no version between them. The latest is ${all.tags["latest"]}`,
  );
}

/** Returns the version or the part of one that an end means. A tag becomes its version. */
function endOf({ name, tags }: Publications, end: string): string {
  if (END.test(end) && semver.validRange(end) !== null) return end.replace(/^v/, "");
  if (Object.hasOwn(tags, end)) return tags[end] as string;
  throw new UsageError(
    `${JSON.stringify(end)} is neither a version like 4.13 nor a tag of ${name}. Its tags are ${Object.keys(tags).join(", ")}`,
  );
}

/**
 * Returns the versions that a list means, the oldest first: `4.10..4.13`, `20,22,24,26` or both mixed. The precision of a
 * range's ends decides its versions: `4..5` has the newest of each major version, `4.10..4.13` of each minor version, and
 * `4.10.0..4.13.2` has every version. A single part, such as `22`, means its newest version.
 * @throws UsageError if a part means no version
 */
export function versionsIn(all: Publications, wanted: string): Published[] {
  const chosen = new Set(wanted.split(",").flatMap((part) => partOf(all, part.trim())));
  return all.versions.filter((one) => chosen.has(one));
}

function partOf(all: Publications, part: string): Published[] {
  const ends = part.split("..");
  const [from = "", to = ""] = ends;
  if (part === "" || ends.length > 2 || (ends.length === 2 && from === "")) {
    throw new UsageError(
      `${all.name}@${part}: write versions as a range like 4.10..4.13, or as a list like 20,22,24`,
    );
  }
  if (ends.length === 1) return versionsBetween(all, part, part).slice(-1);
  const last = to === "" ? "latest" : to;
  const parts = Math.max(precisionOf(from), precisionOf(last)) || 2;
  return newestOfEach(versionsBetween(all, from, last), parts);
}

/** Returns how many numbers of a version an end names: 2 for `4.13`; 0 for a tag. */
function precisionOf(end: string): number {
  const [, ...numbers] = END.exec(end) ?? [];
  return numbers.filter((number) => number !== undefined).length;
}

/** Returns the newest of the versions that agree in their first numbers: with 2, one of each minor version. */
export function newestOfEach<T extends Pick<Published, "version">>(
  versions: readonly T[],
  parts: number,
): T[] {
  if (parts > 2) return [...versions];
  const groupOf = ({ version }: T) => version.split(".").slice(0, parts).join(".");
  return versions.filter((one, i) => {
    const next = versions[i + 1];
    return next === undefined || groupOf(next) !== groupOf(one);
  });
}
