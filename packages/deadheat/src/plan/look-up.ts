import { UsageError } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import { type Commit, commitOfWorkingTree, requireRevision } from "@deadheat/versions";
import { appFiles, type AppFile } from "./app-file.ts";
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
 * Looks up the two servers of a pair.
 * @returns the servers, and notes for the reader about the origin of the file that each revision is measured with
 * @throws UsageError, EnvironmentError
 */
export async function lookUpPair(
  { base, new: next }: Pair<Spec>,
  commits: Pair<Commit | null>,
  preparing: Preparing,
): Promise<Pair<LookedUp> & { readonly notes: readonly string[] }> {
  const files = await appFiles(preparing, commits);
  return {
    base: lookedUp(base, commits.base, files.base, preparing),
    new: lookedUp(next, commits.new, files.new, preparing),
    notes: files.notes,
  };
}

/** Looks up one server in the same way. A revision is measured with its own app. */
export async function lookUp(spec: Spec, preparing: Preparing): Promise<LookedUp> {
  const commit = await commitOf(spec, preparing.cwd);
  const files = await appFiles(preparing, { base: null, new: commit });
  return lookedUp(spec, commit, files.new, preparing);
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
    throw new UsageError(
      `${spec.text} is a revision, and no server is named. Name the server with --app ./server.ts`,
    );
  }
  return { spec, preparing, revision: commit && { commit, file } };
}
