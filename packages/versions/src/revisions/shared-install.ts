import { constants, existsSync, lstatSync, readdirSync, rmSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join, relative } from "node:path";
import process from "node:process";
import * as v from "valibot";
import { attempt, readText, takeLock } from "@deadheat/journal";
import { CACHES } from "../cache/contents.ts";
import { hashOf, keepInUse, readAs } from "../cache/entry.ts";
import type { InstallOptions } from "../options.ts";
import type { Installation } from "./installation.ts";
import type { Program } from "./package-manager.ts";
import { readWorktree, stateOf, treeOf } from "./worktree.ts";

/** A lockfile of npm 7 or later. */
const lockfileSchema = v.object({
  packages: v.record(v.string(), v.looseObject({ link: v.optional(v.boolean(), false) })),
});

/** All of package.json that decides what npm installs, beside the lockfile. */
const manifestSchema = v.object({
  dependencies: v.optional(v.unknown()),
  devDependencies: v.optional(v.unknown()),
  optionalDependencies: v.optional(v.unknown()),
  peerDependencies: v.optional(v.unknown()),
  bundleDependencies: v.optional(v.unknown()),
  bundledDependencies: v.optional(v.unknown()),
  overrides: v.optional(v.unknown()),
  workspaces: v.optional(v.unknown()),
  engines: v.optional(v.unknown()),
  os: v.optional(v.unknown()),
  cpu: v.optional(v.unknown()),
});

/**
 * Returns a name for what npm installs in a checkout: equal for all commits with the same lockfile and settings. Null if no
 * other commit may have these dependencies: they link to code of the commit, or scripts may change them.
 */
export function nameOfInstall(
  tree: string,
  { folder, manager, frozen }: Installation,
  { version }: Program,
  { allowScripts, allowGit }: Pick<InstallOptions, "allowScripts" | "allowGit">,
): string | null {
  if (manager !== "npm" || !frozen || allowScripts.length > 0) return null;
  const at = (name: string) => join(tree, folder, name);
  // Even a link to nowhere.
  if (attempt(() => lstatSync(at("node_modules"))) !== null) return null;
  const lockfile = ["npm-shrinkwrap.json", "package-lock.json"].find((name) =>
    existsSync(at(name)),
  );
  if (lockfile === undefined) return null;
  const locked = readAs(lockfileSchema, at(lockfile));
  const manifest = readAs(manifestSchema, at("package.json"));
  if (locked === null || manifest === null) return null;
  if (Object.values(locked.packages).some(({ link }) => link)) return null;
  // The commit's own package has its number there, which changes with each release.
  const { "": _, ...packages } = locked.packages;
  const settings = attempt(() => readText(at(".npmrc")));
  const system = [process.platform, process.arch, process.versions.modules];
  return hashOf([version, packages, manifest, settings, system, allowGit]);
}

/**
 * Copies the dependencies of another worktree with the same name.
 * @param worktrees the folder of all worktrees in the cache
 * @returns false if there is none, or if it cannot be read whole
 */
export async function takeShared(
  worktrees: string,
  name: string,
  tree: string,
  { folder }: Installation,
): Promise<boolean> {
  const own = join(tree, folder, "node_modules");
  for (const entry of readdirSync(worktrees)) {
    const path = join(worktrees, entry);
    if (readWorktree(path)?.installed !== name) continue;
    // Nobody waits here: a command that makes that worktree anew may wait for this one.
    const lock = await takeLock(`${path}.lock`, String(process.pid));
    if (lock === null) continue;
    try {
      const marked = readWorktree(path);
      if (marked?.installed !== name) continue;
      if ((await stateOf(path, marked.commit)) !== "whole") continue;
      await keepInUse(path);
      const from = join(treeOf(path), folder, "node_modules");
      await cp(from, own, {
        recursive: true,
        filter: (source) => !CACHES.has(relative(from, source)),
        verbatimSymlinks: true,
        preserveTimestamps: true,
        errorOnExist: true,
        mode: constants.COPYFILE_FICLONE,
      });
      return true;
    } catch {
      rmSync(own, { recursive: true, force: true });
    } finally {
      lock.release();
    }
  }
  return false;
}
