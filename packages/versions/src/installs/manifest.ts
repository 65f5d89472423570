import { join } from "node:path";
import semver from "semver";
import * as v from "valibot";
import { attempt, messageOf, readText, UsageError } from "@deadheat/journal";
import { familyOf, isReleasedWith } from "./families.ts";
import type { LockedPackage } from "./locked/package.ts";

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

/** @throws UsageError if the file is not a package.json */
export function readManifest(path: string): Manifest {
  const text = readText(path);
  try {
    return v.parse(manifestSchema, JSON.parse(text));
  } catch (error) {
    throw new UsageError(`${path} is not the package.json of a project: ${messageOf(error)}`);
  }
}

export const noManifest = (): Manifest => v.parse(manifestSchema, { private: true });

export function directOf(manifest: Partial<Manifest>): Record<string, string> {
  return Object.assign({}, ...SECTIONS.map((section) => manifest[section]));
}

/** Returns the package.json of a package in the node_modules of a project; null if it is not installed there. */
export function installedManifest(root: string, name: string): Manifest | null {
  return installedManifestIn(join(root, "node_modules", name));
}

/** Returns the package.json of a package's folder; null if there is none. */
export function installedManifestIn(folder: string): Manifest | null {
  return attempt(() => readManifest(join(folder, "package.json")));
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

/**
 * Returns the other dependencies of a project that are released together with a package, with the range that fits its new one.
 * They are bound by exact versions or have the same version (families.ts), or the project asks for the same range of both, they
 * share a scope, and one needs the other. With `react-router` these are `@react-router/node` and `@react-router/dev`.
 * @param root the folder of the project. A package that neither its node_modules nor its lockfile has is not known to need anything
 */
export function releasedTogether(
  root: string,
  manifest: Manifest,
  name: string,
  range: string,
  locked: readonly LockedPackage[] = [],
): Record<string, string> {
  const fitting = releasedWith(range);
  if (fitting === null) return {};
  const all = directOf(manifest);
  const scope = `${name.startsWith("@") ? name.replace(/\/.*/, "") : `@${name}`}/`;
  const needs = (one: string, other: string) =>
    Object.hasOwn(directOf(installedManifest(root, one) ?? {}), other);
  const family = familyOf(name, locked);
  const isSibling = (other: string) =>
    other.startsWith(scope) &&
    all[other] === all[name] &&
    (needs(other, name) || needs(name, other));
  const together = Object.keys(all).filter(
    (other) =>
      other !== name &&
      (isSibling(other) || family.has(other) || isReleasedWith(name, other, locked)),
  );
  return Object.fromEntries(together.map((other) => [other, fitting]));
}

/**
 * Returns a range whose newest version fits another package's that is released together with it: a release may skip one of them.
 * Returns null for an address, which says nothing about other packages.
 */
export function releasedWith(range: string): string | null {
  const exact = semver.parse(range);
  if (exact !== null) return `>=${exact.major}.0.0-0 <=${exact.version}`;
  return /^[^/:]*$/.test(range) ? range : null;
}
