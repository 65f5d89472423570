import { existsSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { join } from "node:path";
import { UsageError, type Warning } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import { type Commit, commitOfWorkingTree, projectRoot, requireRevision } from "@deadheat/versions";
import { appFiles, type AppFile } from "./app-file.ts";
import { foundHere, foundIn, noServer, noteChoices, type FoundIn } from "./found.ts";
import { readPackage } from "./package-name.ts";
import type { Preparing } from "./preparing.ts";
import type { Spec, What } from "./spec.ts";
import { hasStarter, requireStarter } from "../starters/starter.ts";

/** A server that was looked up in git and in the user's folder. Nothing is installed or checked out yet. */
export interface LookedUp {
  readonly spec: Spec;
  readonly preparing: Preparing;
  /** The commit, and the file that it is started with (null: a command). null if the server is not a revision. */
  readonly revision: { readonly commit: Commit; readonly file: AppFile | null } | null;
}

/** Resolves the revisions of a pair, each once: the working tree changes whenever somebody writes to it. */
export async function commitsOf(
  { base, new: next }: Pair<Spec>,
  cwd: string,
): Promise<Pair<Commit | null>> {
  return { new: await commitOf(next, cwd), base: await commitOf(base, cwd) };
}

/**
 * Looks up the two servers of a pair. Revisions without a named app are started as their own files say. One whose files
 * name no server is started as the other one. A package that deadheat has no app for is measured in the user's project.
 * @returns the servers, and notes for the reader about the origin of the file that each revision is measured with
 * @throws UsageError, EnvironmentError
 */
export async function lookUpPair(
  { base, new: next }: Pair<Spec>,
  commits: Pair<Commit | null>,
  preparing: Pair<Preparing>,
): Promise<Pair<LookedUp> & { readonly notes: readonly Warning[] }> {
  const one = await found(base, commits.base, preparing.base);
  const two = await found(next, commits.new, preparing.new);
  const sides = {
    base: chosenFor(commits.base, preparing.base, one, two),
    new: chosenFor(commits.new, preparing.new, two, one),
  };
  noteChoices([one, two], preparing.new.note);
  const specs = { base: onRuntime(base, sides.base), new: onRuntime(next, sides.new) };
  const sameApp = isDeepStrictEqual(sides.base.preparing.app, sides.new.preparing.app);
  const files = sameApp
    ? await appFiles(sides.new.preparing, commits)
    : {
        base: (await appFiles(sides.base.preparing, { base: null, new: commits.base })).new,
        new: (await appFiles(sides.new.preparing, { base: null, new: commits.new })).new,
        notes: [],
      };
  return {
    base: await lookedUp(specs.base, commits.base, files.base, sides.base.preparing),
    new: await lookedUp(specs.new, commits.new, files.new, sides.new.preparing),
    notes: files.notes,
  };
}

/** Looks up one server in the same way. A revision is measured with its own app. */
export async function lookUp(spec: Spec, given: Preparing): Promise<LookedUp> {
  const commit = await commitOf(spec, given.cwd);
  const one = await found(spec, commit, given);
  noteChoices([one], given.note);
  const own = chosenFor(commit, given, one, null);
  const files = await appFiles(own.preparing, { base: null, new: commit });
  return lookedUp(onRuntime(spec, own), commit, files.new, own.preparing);
}

/** Returns whether a server is a package that deadheat has no app for, so that it is measured in the user's project. */
export function isOwnDependency(what: What): what is What & { readonly kind: "package" } {
  return what.kind === "package" && !hasStarter(readPackage(what.wanted).name);
}

/** The options for a side, and the server that was found for it; null if the user named the server. */
interface Chosen {
  readonly preparing: Preparing;
  readonly found: FoundIn["found"] | null;
}

/** Finds the server of a revision, or the project that a package is measured in, if the user named none. */
async function found(
  { what }: Spec,
  commit: Commit | null,
  preparing: Preparing,
): Promise<FoundIn | null> {
  if (preparing.app !== null) return null;
  if (commit !== null) return foundIn(commit, preparing);
  return isOwnDependency(what) ? foundHere(readPackage(what.wanted).name, preparing) : null;
}

function chosenFor(
  commit: Commit | null,
  preparing: Preparing,
  own: FoundIn | null,
  other: FoundIn | null,
): Chosen {
  const isOpen = commit !== null && preparing.app === null;
  return own ?? (isOpen ? other : null) ?? { preparing, found: null };
}

function onRuntime(spec: Spec, { found: server }: Chosen): Spec {
  const runtime = server && { name: server.runtime, version: null };
  return { ...spec, runtime: spec.runtime ?? runtime };
}

async function commitOf({ what }: Spec, cwd: string): Promise<Commit | null> {
  if (what.kind !== "revision") return null;
  return what.revision === null ? commitOfWorkingTree(cwd) : requireRevision(what.revision, cwd);
}

async function lookedUp(
  spec: Spec,
  commit: Commit | null,
  file: AppFile | null,
  preparing: Preparing,
): Promise<LookedUp> {
  const { app, cwd } = preparing;
  const { what } = spec;
  if (commit !== null && app === null) throw await noServer(commit.name, cwd);
  if (what.kind === "package" && app === null) {
    const { name, range } = readPackage(what.wanted);
    requireStarter(name, spec.runtime?.name ?? "node", range, spec.text);
  }
  if (what.kind === "package" && app?.kind === "command" && !isInProject(cwd)) {
    throw new UsageError(
      `${spec.text}: no package.json here or above says what the server of --command needs. Run this in its project`,
    );
  }
  return { spec, preparing, revision: commit && { commit, file } };
}

/** Returns whether there is a package.json in the folder or above. */
function isInProject(cwd: string): boolean {
  return existsSync(join(projectRoot(join(cwd, "package.json")), "package.json"));
}
