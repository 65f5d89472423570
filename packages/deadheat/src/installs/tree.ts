import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import semver from "semver";
import { EnvironmentError, Interrupted } from "@deadheat/measure";
import { withLock } from "@deadheat/oha/lock";
import { folderOf, installs, makeEntry, takeEntry, type Entry } from "./cache/entry.ts";
import { hashOf } from "./cache/hash.ts";
import { memorize, recall, type Resolution } from "./cache/resolutions.ts";
import { inStaging } from "./cache/staging.ts";
import { readLockfile, versionsOf, withScripts, type Lockfile } from "./lockfile.ts";
import { thisMachine } from "./machine.ts";
import { explained, words } from "./npm/explain.ts";
import { findNpm } from "./npm/find.ts";
import { permissions } from "./npm/permissions.ts";
import { withProjectSettings } from "./npm/project-settings.ts";
import { runNpm } from "./npm/run.ts";
import type { InstallOptions, Installed } from "./options.ts";

/** What is to be installed. */
export interface Tree {
  readonly kind: Entry["kind"];
  /** What was asked for, by name. */
  readonly wanted: Readonly<Record<string, string>>;
  /** All that the manifest depends on by itself. */
  readonly direct: Readonly<Record<string, string>>;
  /** The package.json. */
  readonly manifest: Readonly<Record<string, unknown>>;
  /** The text of a package-lock.json to go by for what is not wanted anew. */
  readonly lockfile: string | null;
  /** A hash of what `place` writes. */
  readonly contents: string;
  /** Writes what else shall be there, before npm comes. */
  readonly place: (folder: string) => void;
  /** The same request can only ever mean the same: what it was resolved to holds for ever. */
  readonly immutable: boolean;
}

/**
 * A folder of the cache in which a tree is installed. It is resolved anew; what it is resolved to is installed unless that
 * lies there already.
 * @throws UsageError for what the registry does not have, EnvironmentError where npm, network or disk do not do it,
 *   Interrupted
 */
export async function installTree(tree: Tree, options: InstallOptions): Promise<Installed> {
  try {
    const request = requestOf(tree, options);
    const earlier = recall(request);
    const known = options.offline || tree.immutable ? await takeKnown(earlier, options) : null;
    if (known !== null) return known;
    if (!options.offline) return await resolveAndInstall(tree, request, earlier, options);
  } catch (error) {
    throw options.signal.aborted ? new Interrupted() : error;
  }
  throw new EnvironmentError(
    `nothing is installed for ${words(tree.wanted)}: run it once without --offline`,
  );
}

function requestOf({ kind, manifest, lockfile, contents }: Tree, options: InstallOptions): unknown {
  const allowScripts = options.allowScripts.toSorted();
  return { kind, manifest, lockfile, contents, allowScripts, machine: thisMachine() };
}

async function takeKnown(
  earlier: Resolution | null,
  options: InstallOptions,
): Promise<Installed | null> {
  if (earlier === null || earlier.key === null) return null;
  const { key, versions } = earlier;
  const folder = await locked(key, versions, options, () => takeEntry(key));
  return folder === null ? null : { folder, versions, fresh: false };
}

function resolveAndInstall(
  tree: Tree,
  request: unknown,
  earlier: Resolution | null,
  options: InstallOptions,
): Promise<Installed> {
  return inStaging(async (staging) => {
    const folder = join(staging, "tree");
    mkdirSync(folder);
    tree.place(folder);
    const { wanted } = tree;
    const allowed = await permissions(tree.direct, options.allowGit);
    const npm = (...args: string[]): Promise<string> =>
      withProjectSettings(folder, options.cwd, async () => {
        const failing = { wanted, earlier, cwd: folder, signal: options.signal };
        try {
          return await runNpm([...args, ...allowed], folder, options.signal);
        } catch (error) {
          throw await explained(error, failing);
        }
      });
    const lockfile = await resolve(tree, folder, npm);
    const versions = versionsOf(lockfile, Object.keys(wanted));
    const scripts = withScripts(lockfile);
    const allowScripts = scripts.filter((name) => options.allowScripts.includes(name));
    const key = await keyOf(tree, lockfile, allowScripts);
    return locked(key, versions, options, async () => {
      const there = await takeEntry(key);
      if (there === null) {
        options.note(`installing ${told(versions)}`);
        tellOff(
          scripts.filter((name) => !allowScripts.includes(name)),
          options,
        );
        await npm("ci", "--ignore-scripts", "--fetch-timeout=120000");
        if (allowScripts.length > 0) await npm(...(await rebuild(allowScripts)));
        makeEntry(key, staging, { kind: tree.kind, versions });
      }
      memorize(request, key, versions);
      return { folder: there ?? (await taken(key)), versions, fresh: there === null };
    });
  });
}

async function resolve(
  { manifest, lockfile }: Tree,
  folder: string,
  npm: (...args: string[]) => Promise<string>,
): Promise<Lockfile> {
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  if (lockfile !== null) writeFileSync(join(folder, "package-lock.json"), lockfile);
  // Tags as they are now, not as npm remembers them.
  const anew = ["--package-lock-only", "--ignore-scripts", "--prefer-online"];
  await npm("install", ...anew, "--fetch-timeout=20000");
  return readLockfile(folder);
}

/** All that decides what lies in the folder. */
async function keyOf(
  { kind, manifest, contents }: Tree,
  lockfile: Lockfile,
  allowScripts: readonly string[],
): Promise<string> {
  const { version } = await findNpm();
  // A script may have built for this Node alone.
  const abi = allowScripts.length > 0 ? process.versions.modules : null;
  const made = { machine: thisMachine(), npm: semver.major(version), allowScripts, abi };
  return hashOf({ kind, manifest, lockfile: lockfile.text, contents, ...made });
}

/** Of the named packages only; npm 12 runs none that a project has not listed, unless told so. */
async function rebuild(names: readonly string[]): Promise<string[]> {
  const { version } = await findNpm();
  const told = semver.major(version) >= 12 ? ["--dangerously-allow-all-scripts"] : [];
  return ["rebuild", ...names, "--no-ignore-scripts", ...told];
}

async function taken(key: string): Promise<string> {
  const folder = await takeEntry(key);
  if (folder !== null) return folder;
  throw new EnvironmentError(`${folderOf(key)} was removed while it was installed: try again`);
}

function tellOff(names: readonly string[], { note }: InstallOptions): void {
  if (names.length === 0) return;
  note(
    `install scripts do not run (${names.join(", ")}): --allow-scripts <package> if it needs its own`,
  );
}

function locked<T>(
  key: string,
  versions: Readonly<Record<string, string>>,
  { signal, note }: InstallOptions,
  work: () => Promise<T>,
): Promise<T> {
  mkdirSync(installs(), { recursive: true });
  const onWait = (): void => note(`waits for another deadheat that installs ${told(versions)}`);
  return withLock(`${folderOf(key)}.lock`, { signal, onWait }, work);
}

const told = (versions: Readonly<Record<string, string>>): string =>
  Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(", ");
