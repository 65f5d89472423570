import { mkdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import {
  cacheDirectory,
  messageOf,
  withLock,
  EnvironmentError,
  Interrupted,
} from "@deadheat/journal";
import { endLeftovers } from "@deadheat/measure";
import { packagesIn } from "../cache/contents.ts";
import { hashOf, keepInUse } from "../cache/entry.ts";
import type { InstallOptions } from "../options.ts";
import { setUp } from "../processes/tool.ts";
import { foldersUp } from "../git/files.ts";
import { repositoryOf, shortId, type Commit } from "../git/git.ts";
import { CannotInstall, install } from "./install.ts";
import { installationOf } from "./lockfile.ts";
import type { Installation } from "./installation.ts";
import { findPackageManager, type PackageManager, type Program } from "./package-manager.ts";
import { nameOfInstall, takeShared } from "./shared-install.ts";
import {
  addWorktree,
  type Digests,
  digestsOf,
  isUnchanged,
  markWhole,
  readWorktree,
  removeWorktree,
  stateOf,
  treeOf,
} from "./worktree.ts";

export interface Checkout {
  /** The real path of the worktree's root. */
  readonly folder: string;
  /** The user's folder within the worktree, or the nearest folder above it that exists there. */
  readonly cwd: string;
  /** The full id. */
  readonly commit: string;
  /** The name in output, such as `main`. */
  readonly name: string;
  /** A folder for PATH that has the package manager under its own name; null if PATH has it already. */
  readonly programs: string | null;
  /** Returns false if something has written to what the worktree runs since it was made ready. */
  readonly isUnchanged: () => Promise<boolean>;
}

export interface CheckoutOptions extends InstallOptions {
  /** A shell command that is run in the checkout once the dependencies are installed; null for none. */
  readonly setup: string | null;
}

/** Everything that decides the content of a checkout. */
interface CheckoutKey {
  readonly repository: string;
  readonly commit: string;
  /** The user's folder, from the root. */
  readonly path: string;
  readonly installation: Installation | null;
  readonly manager: PackageManager | null;
}

/**
 * Checks a commit out into a worktree in the cache, installs its dependencies as its lockfile says, and runs `setup`. A
 * second call returns the same worktree. In the user's repository, only git's list of worktrees changes.
 * @throws UsageError, EnvironmentError, Interrupted
 */
export async function checkout(commit: Commit, options: CheckoutOptions): Promise<Checkout> {
  const { signal, note } = options;
  const plan = await planOf(commit, options);
  const worktrees = join(cacheDirectory(), "worktrees");
  mkdirSync(worktrees, { recursive: true });
  const entry = join(realpathSync(worktrees), keyOf(plan, options));
  // Processes of a killed command would keep writing to the worktree.
  await endLeftovers();
  let digests: Digests | null = null;
  let program: Program | null = null;
  const onWait = () => note(`waiting for another command that makes ${commit.name} ready`);
  try {
    program = (await plan.manager?.obtain(options)) ?? null;
    await withLock(`${entry}.lock`, { signal, onWait }, async () => {
      const state = await stateOf(entry, plan.commit);
      const kept = state === "whole" ? readWorktree(entry) : null;
      if (state === "changed") {
        note(
          `${commit.name}: files of its checkout have changed since it was made, so it is made again`,
        );
      }
      const installed = kept ? kept.installed : await make(entry, plan, commit, program, options);
      digests = kept ?? (await digestsOf(treeOf(entry), plan.commit));
      const { contents, madeAt, everything } = digests;
      markWhole(entry, plan, { installed, contents, madeAt, everything });
      await keepInUse(entry);
    });
  } catch (error) {
    throw signal.aborted ? new Interrupted() : error;
  }
  const folder = treeOf(entry);
  const made = digests as unknown as Digests;
  const { id, name } = commit;
  const programs = program?.folder ?? null;
  return {
    folder,
    cwd: join(folder, plan.path),
    commit: id,
    name,
    programs,
    isUnchanged: () => isUnchanged(folder, plan.commit, made),
  };
}

async function planOf(
  commit: Commit,
  { cwd, project = cwd }: Pick<InstallOptions, "cwd" | "project">,
): Promise<CheckoutKey> {
  const { commonDir, prefix } = await repositoryOf(cwd);
  const folders = await foldersUp(commit, prefix);
  const installation = await installationOf(commit, folders);
  return {
    repository: commonDir,
    commit: commit.id,
    path: folders[0]?.path ?? "",
    installation,
    manager: installation && (await findPackageManager(installation, project)),
  };
}

/** The day of this process. Both sides of a comparison get the same, also around midnight. */
let today: string | undefined;

/**
 * The key holds the system, and the runtime of what is built, because addons are compiled for them. Without a lockfile it holds
 * the day too: two sides that were installed on different days may differ in their dependencies.
 */
function keyOf(plan: CheckoutKey, { setup, allowScripts, runtime }: CheckoutOptions): string {
  const system = [process.platform, process.arch, process.versions.modules];
  today ??= new Date().toISOString().slice(0, 10);
  const day = plan.installation?.frozen === false ? today : null;
  const manager = plan.manager?.name;
  const builds = setup !== null || allowScripts.length > 0;
  const built = builds ? [setup, runtime?.path ?? process.execPath] : null;
  return hashOf([{ ...plan, manager }, built, allowScripts.toSorted(), system, day]);
}

/** Returns the name of what was installed, if other commits may have it too. */
async function make(
  entry: string,
  plan: CheckoutKey,
  commit: Commit,
  program: Program | null,
  options: CheckoutOptions,
): Promise<string | null> {
  const tree = treeOf(entry);
  const { name } = commit;
  const { setup, signal, note } = options;
  const short = shortId(commit);
  note(`checking out ${name.includes(short) ? name : `${name} (${short})`}`);
  try {
    await addWorktree(entry, plan, signal);
    const { installation } = plan;
    // If the dependencies can never be installed, `setup` may install them.
    let problem: CannotInstall | null = null;
    let shared: string | null = null;
    if (installation !== null && program !== null) {
      shared = nameOfInstall(tree, installation, program, options);
      if (shared !== null && (await takeShared(dirname(entry), shared, tree, installation))) {
        note(`${name}: dependencies of a commit with the same lockfile`);
      } else {
        const log = join(entry, "install.log");
        const installing = { name, log, repository: plan.repository, ...options };
        await install(tree, installation, program, installing).catch((error: unknown) => {
          if (!(error instanceof CannotInstall) || setup === null) throw error;
          problem = error;
          note(`${error.message}\n--setup is run instead, in a tree without dependencies`);
          return addWorktree(entry, plan, signal);
        });
      }
    }
    if (setup === null) return shared;
    const before = packagesIn(tree);
    // A setup may read the repository, but no command may move its branches.
    const fenced = { own: tree, kept: [plan.repository] };
    const cwd = join(tree, plan.path);
    await setUp(setup, cwd, name, options, program?.folder, fenced).catch((error) => {
      throw problem === null || signal.aborted
        ? error
        : new EnvironmentError(`${messageOf(error)}\nIt was run because ${problem.message}`);
    });
    // Other commits may have the dependencies as npm has installed them, not as a setup has changed them.
    return packagesIn(tree) === before ? shared : null;
  } catch (error) {
    await removeWorktree(entry, plan.repository);
    throw error;
  }
}
