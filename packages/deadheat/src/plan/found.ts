import { existsSync, realpathSync } from "node:fs";
import { basename, join, posix, relative, resolve, sep } from "node:path";
import { UsageError } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import { contentText, filesIn, projectRoot, type Commit } from "@deadheat/versions";
import { filesOfFolder, isOwnFolder, readManifest, type ProjectFiles } from "../find/files.ts";
import { findServer } from "../find/find-server.ts";
import type { FoundServer } from "../find/found-server.ts";
import { membersOf } from "../find/workspace.ts";
import { hasStarter, requireStarter } from "../starters/starter.ts";
import type { NamedApp } from "./apps.ts";
import { commandLabel, commandWords } from "./commands.ts";
import { readPackage } from "./package-name.ts";
import type { Preparation } from "./preparation.ts";
import type { Preparing } from "./preparing.ts";
import type { Spec, Startable, What } from "./spec.ts";

/** The server that the files of a revision or of the user's folder name, with the options for it. */
interface FoundIn {
  readonly name: string;
  readonly found: FoundServer;
  readonly preparing: Preparing;
}

/** A server that can be started, with the options for it. */
type Chosen = Omit<Preparation, "revision">;

/** Returns the name of a package that deadheat has no app for, so that it is measured in the user's project; null for any other server. */
export function ownDependency(what: What): string | null {
  if (what.kind !== "package") return null;
  const { name } = readPackage(what.wanted);
  return hasStarter(name) ? null : name;
}

/**
 * Finds the servers of a pair, and notes which were chosen. A revision whose files name no server is started as the other one.
 * @throws UsageError
 */
export async function serversOf(
  { base, new: next }: Pair<Spec>,
  commits: Pair<Commit | null>,
  preparing: Pair<Preparing>,
): Promise<Pair<Chosen>> {
  const one = await foundFor(base, commits.base, preparing.base);
  const two = await foundFor(next, commits.new, preparing.new);
  noteChoices([one, two], preparing.new.note);
  return {
    base: await chosenFor(base, commits.base, preparing.base, one, two),
    new: await chosenFor(next, commits.new, preparing.new, two, one),
  };
}

/** Finds one server in the same way. */
export async function serverOf(
  spec: Spec,
  commit: Commit | null,
  preparing: Preparing,
): Promise<Chosen> {
  const one = await foundFor(spec, commit, preparing);
  noteChoices([one], preparing.note);
  return chosenFor(spec, commit, preparing, one, null);
}

/** Finds the server of a revision, or the project that a package is measured in, if the user named none. */
async function foundFor(
  { what }: Spec,
  commit: Commit | null,
  preparing: Preparing,
): Promise<FoundIn | null> {
  if (preparing.app !== null) return null;
  if (commit !== null) return foundIn(commit, preparing);
  const name = ownDependency(what);
  return name === null ? null : foundHere(name, preparing);
}

/** @throws UsageError if nothing says how to start the server */
async function chosenFor(
  { runtime, ...spec }: Spec,
  commit: Commit | null,
  given: Preparing,
  own: FoundIn | null,
  other: FoundIn | null,
): Promise<Chosen> {
  const isOpen = commit !== null && given.app === null;
  const found = own ?? (isOpen ? other : null);
  const server = found && { name: found.found.runtime, version: null };
  const chosen = {
    spec: { ...spec, runtime: runtime ?? server },
    preparing: found?.preparing ?? given,
  };
  await requireStartable(chosen, commit);
  return chosen;
}

async function requireStartable(
  { spec: { what, runtime, text }, preparing: { app, cwd } }: Chosen,
  commit: Commit | null,
): Promise<void> {
  if (commit !== null && app === null) throw await noServer(commit.name, cwd);
  if (what.kind !== "package") return;
  if (app === null) {
    const { name, range } = readPackage(what.wanted);
    requireStarter(name, runtime?.name ?? "node", range, text);
  } else if (app.kind === "command" && !isInProject(cwd)) {
    throw new UsageError(
      `${text}: no package.json here or above says what the server of --command needs. Run this in its project`,
    );
  }
}

/** Returns whether there is a package.json in the folder or above. */
function isInProject(cwd: string): boolean {
  return existsSync(join(projectRoot(join(cwd, "package.json")), "package.json"));
}

/** Finds the server of a revision in the user's folder there. Returns null if nothing names one. @throws UsageError */
async function foundIn(commit: Commit, preparing: Preparing): Promise<FoundIn | null> {
  return foundAmong(await filesOfCommit(commit, preparing.cwd), commit.name, preparing);
}

/**
 * Finds the server of the user's folder, for versions of a package that it depends on. Returns null if it does not depend on the
 * package, or if nothing names a server. @throws UsageError
 */
async function foundHere(name: string, preparing: Preparing): Promise<FoundIn | null> {
  const { cwd } = preparing;
  return (await dependsOn(cwd, name))
    ? foundAmong(filesOfFolder(cwd), "this folder", preparing)
    : null;
}

/** Returns whether the package.json of the user's folder names a package. @throws UsageError if the file is not JSON */
export async function dependsOn(cwd: string, name: string): Promise<boolean> {
  const { dependencies, devDependencies } = await readManifest(filesOfFolder(cwd));
  return Object.hasOwn({ ...dependencies, ...devDependencies }, name);
}

async function foundAmong(
  files: ProjectFiles,
  name: string,
  preparing: Preparing,
): Promise<FoundIn | null> {
  const found = await findServer(files);
  if (found === null) return null;
  const app = programOf(found, preparing.cwd);
  return { name, found, preparing: { ...preparing, app, setup: preparing.setup ?? found.setup } };
}

/** Returns the server that the files of the user's folder name, for versions that are each started as they say. @throws UsageError */
export async function foundApp(cwd: string): Promise<NamedApp> {
  const found = await findServer(filesOfFolder(cwd));
  if (found === null) throw await noServer("this folder", cwd);
  const { file, command, runtime } = found;
  const label = file === null ? commandLabel((command ?? []).join(" ")) : basename(file);
  return { label, program: null, runtime: { name: runtime, version: null }, setup: null };
}

/** Returns the error for a folder without a server. At the root of a workspace it names the packages that have one. */
export async function noServer(where: string, cwd: string): Promise<UsageError> {
  const members = await membersOf(filesOfFolder(cwd), ".");
  const servers: string[] = [];
  for (const { folder } of members) {
    if ((await findServer(filesOfFolder(join(cwd, folder)))) !== null) servers.push(folder);
  }
  const run = servers.length === 0 ? "Name" : `Run this in ${servers.join(" or ")}, or name`;
  return new UsageError(
    `No server was found in ${where}: neither its package.json nor a file in a usual place starts one. ` +
      `${run} it with --app ./server.ts or --command "npm start"`,
  );
}

async function filesOfCommit(commit: Commit, cwd: string): Promise<ProjectFiles> {
  const prefix = relative(commit.repository, realpathSync(cwd)).split(sep).join("/");
  const all = await filesIn(commit);
  const at = (path: string) => posix.join(prefix, path);
  const has = (path: string) => all.has(at(path));
  const folders = (path: string) => {
    const start = posix.join(at(path), "/").replace(/^\.?\//, "");
    const names = [...all]
      .filter((file) => file.startsWith(start))
      .map((file) => file.slice(start.length).split("/"))
      .filter((rest) => rest.length > 1)
      .map(([name = ""]) => name);
    return [...new Set(names)].filter(isOwnFolder);
  };
  return { has, read: async (path) => (has(path) ? contentText(commit, at(path)) : null), folders };
}

function programOf({ command, file, env }: FoundServer, cwd: string): Startable {
  if (command !== null) return { kind: "command", command, portVariable: "PORT", env };
  return { kind: "file", file: resolve(cwd, file ?? "") };
}

/** Prints in two lines which server was chosen, and how to choose another one. Revisions with different servers are named. */
function noteChoices(all: readonly (FoundIn | null)[], note: Preparing["note"]): void {
  const chosen = all.filter((one) => one !== null);
  const lines = new Set(chosen.map(wordsOf));
  if (lines.size === 0) return;
  const servers =
    lines.size === 1
      ? [...lines].map((words) => `Server: ${words}`)
      : chosen.map((one) => `Server of ${one.name}: ${wordsOf(one)}`);
  const choose =
    'To choose another: --app ./server.js, or --command "npm start" --setup "npm run build"';
  note([...servers, choose].join("\n"));
}

function wordsOf({ found, preparing: { app, setup } }: FoundIn): string {
  const words = app?.kind === "command" ? commandWords(app) : `./${found.file}`;
  const built = setup === null ? "" : `, built with ${setup}`;
  return `${words}${built} (${found.why})`;
}
