import { messageOf, UsageError } from "@deadheat/journal";
import * as v from "valibot";
import { textIn, type Folder } from "./folders.ts";
import type { Commit } from "./git.ts";
import type { Installation, Manager } from "./installation.ts";

const LOCKFILES = {
  "npm-shrinkwrap.json": "npm",
  "package-lock.json": "npm",
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
} as const;

const dependencies = v.optional(v.record(v.string(), v.unknown()), {});
const manifestSchema = v.object({
  packageManager: v.optional(v.string()),
  dependencies,
  devDependencies: dependencies,
  optionalDependencies: dependencies,
  workspaces: v.optional(v.unknown()),
});
type Manifest = v.InferOutput<typeof manifestSchema>;

/**
 * By the lockfile that is nearest to where the user stands; without any, by the nearest package.json that has
 * dependencies. Null: there is nothing to install.
 * @param folders nearest first
 * @throws UsageError where lockfiles of several package managers lie together and package.json does not say whose counts
 */
export async function installationOf(
  commit: Commit,
  folders: readonly Folder[],
): Promise<Installation | null> {
  const locked = folders.find(({ names }) => managersOf(names).length > 0);
  if (locked !== undefined) return lockedBy(commit, locked);
  // Deno gets by itself what it has locked.
  if (folders.some(({ names }) => names.has("deno.lock"))) return null;
  for (const folder of folders) {
    const manifest = await manifestIn(commit, folder);
    if (manifest !== null && hasDependencies(manifest)) {
      return { folder: folder.path, manager: "npm", version: null, frozen: false };
    }
  }
  return null;
}

async function lockedBy(commit: Commit, folder: Folder): Promise<Installation | null> {
  const manifest = await manifestIn(commit, folder);
  if (manifest === null) return null;
  const [, named, version = null] =
    /^(npm|pnpm|yarn|bun)@([^+]+)/.exec(manifest.packageManager ?? "") ?? [];
  const managers = managersOf(folder.names);
  const manager = managers.length === 1 ? managers[0] : managers.find((one) => one === named);
  if (manager === undefined) {
    throw new UsageError(
      `${commit.name} has lockfiles of ${managers.join(" and ")} in ${folder.path || "its root"}: name one of them as ` +
        '"packageManager" in package.json, or remove the others',
    );
  }
  return {
    folder: folder.path,
    manager: manager === "yarn" && (await isBerrys(commit, folder)) ? "berry" : manager,
    version: manager === named ? version : null,
    frozen: true,
  };
}

function managersOf(names: ReadonlySet<string>): Manager[] {
  const found = Object.entries(LOCKFILES).filter(([name]) => names.has(name));
  return [...new Set(found.map(([, manager]) => manager))];
}

/** Only its lockfiles begin with a record of their own version. */
async function isBerrys(commit: Commit, folder: Folder): Promise<boolean> {
  return /^__metadata:/m.test(await textIn(commit, folder, "yarn.lock"));
}

async function manifestIn(commit: Commit, folder: Folder): Promise<Manifest | null> {
  if (!folder.names.has("package.json")) return null;
  try {
    return v.parse(manifestSchema, JSON.parse(await textIn(commit, folder, "package.json")));
  } catch (error) {
    const where = folder.path === "" ? "package.json" : `${folder.path}/package.json`;
    throw new UsageError(`${where} of ${commit.name} cannot be read: ${messageOf(error)}`);
  }
}

function hasDependencies(manifest: Manifest): boolean {
  const { dependencies: needed, devDependencies, optionalDependencies, workspaces } = manifest;
  const all = { ...needed, ...devDependencies, ...optionalDependencies };
  return workspaces !== undefined || Object.keys(all).length > 0;
}
