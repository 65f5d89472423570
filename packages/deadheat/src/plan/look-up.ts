import { UsageError } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import { type Commit, commitOfWorkingTree, requireRevision } from "@deadheat/versions";
import { isDeepStrictEqual } from "node:util";
import { appFiles, type AppFile } from "./app-file.ts";
import { foundIn, noServer, noteChoices, type FoundIn } from "./found.ts";
import type { Preparing } from "./preparing.ts";
import type { Spec } from "./spec.ts";

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
 * name no server is started as the other one.
 * @returns the servers, and notes for the reader about the origin of the file that each revision is measured with
 * @throws UsageError, EnvironmentError
 */
export async function lookUpPair(
  { base, new: next }: Pair<Spec>,
  commits: Pair<Commit | null>,
  preparing: Pair<Preparing>,
): Promise<Pair<LookedUp> & { readonly notes: readonly string[] }> {
  const one = await found(commits.base, preparing.base);
  const two = await found(commits.new, preparing.new);
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
    base: lookedUp(specs.base, commits.base, files.base, sides.base.preparing),
    new: lookedUp(specs.new, commits.new, files.new, sides.new.preparing),
    notes: files.notes,
  };
}

/** Looks up one server in the same way. A revision is measured with its own app. */
export async function lookUp(spec: Spec, given: Preparing): Promise<LookedUp> {
  const commit = await commitOf(spec, given.cwd);
  const one = await found(commit, given);
  noteChoices([one], given.note);
  const own = chosenFor(commit, given, one, null);
  const files = await appFiles(own.preparing, { base: null, new: commit });
  return lookedUp(onRuntime(spec, own), commit, files.new, own.preparing);
}

/** The options for a side, and the server that was found for it; null if the user named the server. */
interface Chosen {
  readonly preparing: Preparing;
  readonly found: FoundIn["found"] | null;
}

/** Finds the server of a revision if the user named none. */
async function found(commit: Commit | null, preparing: Preparing): Promise<FoundIn | null> {
  return commit === null || preparing.app !== null ? null : foundIn(commit, preparing);
}

function chosenFor(
  commit: Commit | null,
  preparing: Preparing,
  own: FoundIn | null,
  other: FoundIn | null,
): Chosen {
  const isOpen = commit !== null && preparing.app === null;
  return (isOpen ? (own ?? other) : null) ?? { preparing, found: null };
}

function onRuntime(spec: Spec, { found: server }: Chosen): Spec {
  const runtime = server && { name: server.runtime, version: null };
  return { ...spec, runtime: spec.runtime ?? runtime };
}

async function commitOf({ what }: Spec, cwd: string): Promise<Commit | null> {
  if (what.kind !== "revision") return null;
  return what.revision === null ? commitOfWorkingTree(cwd) : requireRevision(what.revision, cwd);
}

function lookedUp(
  spec: Spec,
  commit: Commit | null,
  file: AppFile | null,
  preparing: Preparing,
): LookedUp {
  const { app } = preparing;
  if (spec.what.kind === "package" && app?.kind === "command") {
    throw new UsageError(
      `${spec.text}: a package is measured with a file (--app), not with a command`,
    );
  }
  if (commit !== null && app === null) {
    throw noServer(commit.name);
  }
  return { spec, preparing, revision: commit && { commit, file } };
}
