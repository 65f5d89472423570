import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { endLeftovers, Interrupted } from "@deadheat/measure";
import { cacheDirectory, withLock } from "@deadheat/journal";
import { hashOf } from "../installs/cache/hash.ts";
import { keepInUse } from "../installs/cache/in-use.ts";
import { setUp } from "../installs/set-up.ts";
import { foldersUp } from "./folders.ts";
import { repositoryOf, shortId, type Commit } from "./git.ts";
import { install } from "./install.ts";
import { installationOf } from "./lockfile.ts";
import type { Installation } from "./installation.ts";
import { findPackageManager, type PackageManager } from "./package-manager.ts";
import { addWorktree, isWhole, markWhole, removeWorktree, treeOf } from "./worktree.ts";

export { placeFile } from "./place-file.ts";
export type { Commit };

/** A commit with its dependencies, in a folder of its own. */
export interface Checkout {
  /** Real path of the worktree's root. */
  readonly folder: string;
  /** Where the user stands, in it; the nearest folder above that is there. */
  readonly cwd: string;
  /** Its id in full. */
  readonly commit: string;
  /** As output calls it: `main`. */
  readonly name: string;
}

export interface CheckoutOptions {
  /** Where the user stands, in a working tree of the repository. */
  readonly cwd: string;
  /** A shell command that is run there once the dependencies are installed. */
  readonly setup: string | null;
  /** Packages whose install scripts are run, by name. */
  readonly allowScripts: readonly string[];
  readonly signal: AbortSignal;
  readonly note: (line: string) => void;
}

/** All that decides what is in a checkout. */
interface Plan {
  readonly repository: string;
  readonly commit: string;
  /** Of where the user stands, from the root. */
  readonly path: string;
  readonly installation: Installation | null;
  readonly manager: PackageManager | null;
}

/**
 * The commit in a worktree in the cache, with its dependencies as its lockfile has them, and `setup` run; made at the first
 * use. Nothing of the user's own is written to: the repository learns of one more worktree.
 * @throws UsageError, EnvironmentError with what to do, Interrupted
 */
export async function checkout(commit: Commit, options: CheckoutOptions): Promise<Checkout> {
  const { signal, note } = options;
  const plan = await planOf(commit, options.cwd);
  const worktrees = join(cacheDirectory(), "worktrees");
  mkdirSync(worktrees, { recursive: true });
  const entry = join(realpathSync(worktrees), keyOf(plan, options));
  // What a killed command was running in there would go on writing.
  await endLeftovers();
  const onWait = () => note(`waiting for another command that makes ${commit.name} ready`);
  try {
    await withLock(`${entry}.lock`, { signal, onWait }, async () => {
      if (!(await isWhole(entry, plan.commit))) await make(entry, plan, commit, options);
      markWhole(entry, plan);
      await keepInUse(entry);
    });
  } catch (error) {
    throw signal.aborted ? new Interrupted() : error;
  }
  const folder = treeOf(entry);
  return { folder, cwd: join(folder, plan.path), commit: commit.id, name: commit.name };
}

async function planOf(commit: Commit, cwd: string): Promise<Plan> {
  const { commonDir, prefix } = await repositoryOf(cwd);
  const folders = await foldersUp(commit, prefix);
  const installation = await installationOf(commit, folders);
  return {
    repository: commonDir,
    commit: commit.id,
    path: folders[0]?.path ?? "",
    installation,
    manager: installation && (await findPackageManager(installation, cwd)),
  };
}

/**
 * What was compiled for one Node, or on one system, is nothing for another. Without a lockfile, what was installed another
 * day has other versions, and two sides that differ in them say nothing about their revisions.
 */
function keyOf(plan: Plan, { setup, allowScripts }: CheckoutOptions): string {
  const system = [process.platform, process.arch, process.versions.modules];
  const day = plan.installation?.frozen === false ? new Date().toISOString().slice(0, 10) : null;
  const manager = plan.manager?.name;
  return hashOf([{ ...plan, manager }, setup, allowScripts.toSorted(), system, day]);
}

async function make(
  entry: string,
  plan: Plan,
  commit: Commit,
  { setup, allowScripts, signal, note }: CheckoutOptions,
): Promise<void> {
  const { installation, manager, path } = plan;
  const { name } = commit;
  const tree = treeOf(entry);
  const short = shortId(commit);
  note(`checking out ${name.includes(short) ? name : `${name} (${short})`}`);
  try {
    await addWorktree(entry, plan, signal);
    if (installation !== null && manager !== null) {
      const log = join(entry, "install.log");
      await install(tree, installation, manager, { name, allowScripts, log, signal, note });
    }
    if (setup !== null) await setUp(setup, join(tree, path), name, { signal, note });
  } catch (error) {
    await removeWorktree(entry, plan.repository);
    throw error;
  }
}
