import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import semver from "semver";
import { withLock, EnvironmentError, Interrupted } from "@deadheat/journal";
import { folderOf, installs, makeEntry, takeEntry, told } from "../cache/entry.ts";
import { memorize, recall, type Resolution } from "../cache/resolutions.ts";
import { inStaging } from "../cache/staging.ts";
import { planOf, readLockfile, type Lockfile, type TreeInstall } from "./lockfile.ts";
import type { TreeRequest } from "./tree-request.ts";
import { thisMachine } from "../machine.ts";
import { explained, words, type Failing } from "../npm/registry.ts";
import { findNpm } from "../npm/find.ts";
import { permissions } from "../npm/permissions.ts";
import { withProjectSettings } from "../npm/project-settings.ts";
import { askingAnew, runNpm } from "../npm/run.ts";
import type { InstallOptions, InstalledTree } from "../options.ts";
import { refuseGit } from "../npm/from-git.ts";
import { directOf } from "./manifest.ts";
import { pathOf, setUp } from "../processes/tool.ts";

/**
 * Resolves a tree, and installs it in a folder of the cache unless the same is installed already.
 * @throws UsageError if the registry lacks a requested package or version, EnvironmentError if npm, network or disk fail,
 *   Interrupted
 */
export async function installTree(
  tree: TreeRequest,
  options: InstallOptions,
): Promise<InstalledTree> {
  try {
    const { wanted: _, place: __, immutable: ___, ...asked } = tree;
    const allowScripts = options.allowScripts.toSorted();
    const { before } = options;
    const built = allowScripts.length > 0 && { runtime: options.runtime?.path };
    const dated = before && { before };
    const request = { ...asked, allowScripts, machine: thisMachine(), ...dated, ...built };
    const earlier = recall(request);
    const known = options.offline || tree.immutable ? await takeKnown(earlier, options) : null;
    if (known !== null) return known;
    if (!options.offline) return await resolveAndInstall(tree, request, earlier, options);
  } catch (error) {
    throw options.signal.aborted ? new Interrupted() : error;
  }
  throw new EnvironmentError(
    `Nothing is installed for ${words(tree.wanted)}. Run once without --offline.`,
  );
}

async function takeKnown(
  earlier: Resolution | null,
  options: InstallOptions,
): Promise<InstalledTree | null> {
  if (earlier === null || earlier.key === null) return null;
  const { key, versions } = earlier;
  const folder = await locked(key, versions, options, () => takeEntry(key, options.note));
  return folder === null ? null : { folder, versions, fresh: false };
}

function resolveAndInstall(
  tree: TreeRequest,
  request: unknown,
  earlier: Resolution | null,
  options: InstallOptions,
): Promise<InstalledTree> {
  return inStaging(async (staging) => {
    const entry = join(staging, "entry");
    const made = join(entry, "tree");
    mkdirSync(made, { recursive: true });
    tree.place(made);
    const empty = join(staging, "npm");
    const failing = { wanted: tree.wanted, earlier, cwd: made, empty, signal: options.signal };
    const allowed = await permissions(directOf(tree.manifest), options.allowGit);
    const npm = npmFor(allowed.options, failing, options);
    const lockfile = await resolve(tree, made, () =>
      npm(
        "install",
        "--package-lock-only",
        "--ignore-scripts",
        ...(options.before === undefined ? [] : [`--before=${options.before}`]),
        ...askingAnew(empty),
      ),
    );
    refuseGit(join(made, "package-lock.json"), words(tree.wanted), allowed.fromGit);
    const plan = await planOf(tree, lockfile, options);
    const { key, versions } = plan;
    return locked(key, versions, options, async () => {
      const there = await takeEntry(key, options.note);
      if (there === null) {
        await fill(plan, npm, options);
        if (tree.setup !== null) await setUp(tree.setup, made, words(tree.wanted), options);
      }
      const folder = there ?? (await makeEntry(key, entry, { kind: tree.kind, versions }));
      memorize(request, key, versions);
      return { folder, versions, fresh: there === null };
    });
  });
}

type RunNpm = (...args: string[]) => Promise<string>;

/** Returns a function that runs npm in the new folder with the user's settings. Its errors say what to do. */
function npmFor(
  allowed: readonly string[],
  failing: Failing,
  { cwd, project = cwd, runtime }: InstallOptions,
): RunNpm {
  return (...args) =>
    withProjectSettings(failing.cwd, project, async () => {
      try {
        const { cwd: folder, signal, empty } = failing;
        return await runNpm([...args, ...allowed], folder, signal, pathOf(runtime), dirname(empty));
      } catch (error) {
        throw await explained(error, failing);
      }
    });
}

async function resolve(
  { manifest, lockfile }: TreeRequest,
  folder: string,
  lock: () => Promise<unknown>,
): Promise<Lockfile> {
  const write = (name: string, text: string) => {
    // The project's own file may be a link to anywhere.
    rmSync(join(folder, name), { force: true });
    writeFileSync(join(folder, name), text, { flag: "wx" });
  };
  write("package.json", `${JSON.stringify(manifest, null, 2)}\n`);
  if (lockfile !== null) write("package-lock.json", lockfile);
  await lock();
  return readLockfile(folder);
}

async function fill(
  { versions, running, off }: TreeInstall,
  npm: RunNpm,
  { note }: InstallOptions,
): Promise<void> {
  note(`installing ${told(versions)}`);
  if (off.length > 0) {
    note(
      `install scripts do not run (${off.join(", ")}). If a package needs its script, add --allow-scripts <package>.`,
    );
  }
  await npm("ci", "--ignore-scripts", "--fetch-timeout=120000");
  if (running.length === 0) return;
  const { version } = await findNpm();
  // npm 12 only runs scripts that the project lists, unless all are allowed. Here only the named packages are built.
  const allowed = semver.major(version) >= 12 ? ["--dangerously-allow-all-scripts"] : [];
  await npm("rebuild", ...running, "--no-ignore-scripts", ...allowed);
}

function locked<T>(
  key: string,
  versions: Readonly<Record<string, string>>,
  { signal, note }: InstallOptions,
  work: () => Promise<T>,
): Promise<T> {
  mkdirSync(installs(), { recursive: true });
  const onWait = (): void => note(`waiting for another command that installs ${told(versions)}`);
  return withLock(`${folderOf(key)}.lock`, { signal, onWait }, work);
}
