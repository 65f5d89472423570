import { posix } from "node:path";
import { messageOf, UsageError } from "@deadheat/journal";
import * as v from "valibot";
import { textIn, type Folder } from "../git/files.ts";
import type { Commit } from "../git/git.ts";
import type { Installation } from "./installation.ts";
import { namedManagers, namingEntries, versionsFor } from "./manager-version.ts";

/** The package managers of lockfiles, the one that counts first where one manager has two. */
const LOCKFILES = {
  "npm-shrinkwrap.json": "npm",
  "package-lock.json": "npm",
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
} as const;
type Lockfile = keyof typeof LOCKFILES;

const dependencies = v.optional(v.record(v.string(), v.unknown()), {});
const manifestSchema = v.object({
  ...namingEntries,
  dependencies,
  devDependencies: dependencies,
  optionalDependencies: dependencies,
  workspaces: v.optional(v.unknown()),
});
type Manifest = v.InferOutput<typeof manifestSchema>;

/**
 * Returns the install that a commit needs: that of the lockfile nearest to where the user stands. Without a lockfile, npm
 * installs the nearest package.json that has dependencies. Returns null if there is nothing to install.
 * @param folders nearest first
 * @throws UsageError if lockfiles of several package managers lie together and package.json does not say which one counts,
 *   or if package.json names a package manager in a way that is not accepted
 */
export async function installationOf(
  commit: Commit,
  folders: readonly Folder[],
): Promise<Installation | null> {
  const locked = folders.find(({ names }) => lockfilesIn(names).length > 0);
  if (locked !== undefined) return lockedBy(commit, locked);
  // Deno fetches what deno.lock lists by itself.
  if (folders.some(({ names }) => names.has("deno.lock"))) return null;
  for (const folder of folders) {
    const manifest = await manifestIn(commit, folder);
    if (manifest !== null && hasDependencies(manifest)) {
      return { folder: folder.path, manager: "npm", ranges: [], pinned: null, frozen: false };
    }
  }
  return null;
}

async function lockedBy(commit: Commit, folder: Folder): Promise<Installation | null> {
  const manifest = await manifestIn(commit, folder);
  if (manifest === null) return null;
  const named = namedManagers(manifest, `${whereOf(folder)} of ${commit.name}`);
  const lockfiles = lockfilesIn(folder.names);
  const managers = new Set(lockfiles.map((lockfile) => LOCKFILES[lockfile]));
  const lockfile =
    managers.size === 1
      ? lockfiles[0]
      : lockfiles.find((name) => LOCKFILES[name] === named[0]?.name);
  if (lockfile === undefined) {
    throw new UsageError(
      `${commit.name} has lockfiles of ${[...managers].join(" and ")} in ${folder.path || "its root"}. Name the package ` +
        'manager that counts as "packageManager" in package.json, or remove the other lockfiles.',
    );
  }
  const program = LOCKFILES[lockfile];
  const version = named.find(({ name }) => name === program)?.version ?? null;
  const text = lockfile === "bun.lockb" ? null : await textIn(commit, folder, lockfile);
  // Only Yarn 2 and later write the version of the lockfile into it as a record.
  const manager = program === "yarn" && /^__metadata:/m.test(text ?? "") ? "berry" : program;
  return {
    folder: folder.path,
    manager,
    ...versionsFor(manager, text, version),
    frozen: true,
  };
}

export function isLockfile(path: string): boolean {
  return Object.hasOwn(LOCKFILES, posix.basename(path));
}

function lockfilesIn(names: ReadonlySet<string>): Lockfile[] {
  return (Object.keys(LOCKFILES) as Lockfile[]).filter((name) => names.has(name));
}

async function manifestIn(commit: Commit, folder: Folder): Promise<Manifest | null> {
  if (!folder.names.has("package.json")) return null;
  try {
    return v.parse(manifestSchema, JSON.parse(await textIn(commit, folder, "package.json")));
  } catch (error) {
    throw new UsageError(
      `${whereOf(folder)} of ${commit.name} cannot be read: ${messageOf(error)}`,
    );
  }
}

function whereOf({ path }: Folder): string {
  return path === "" ? "package.json" : `${path}/package.json`;
}

function hasDependencies(manifest: Manifest): boolean {
  const { dependencies: needed, devDependencies, optionalDependencies, workspaces } = manifest;
  const all = { ...needed, ...devDependencies, ...optionalDependencies };
  return workspaces !== undefined || Object.keys(all).length > 0;
}
