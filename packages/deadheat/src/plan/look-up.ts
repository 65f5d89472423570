import { isDeepStrictEqual } from "node:util";
import type { Warning } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import { type Commit, commitOfWorkingTree, requireRevision } from "@deadheat/versions";
import { appFiles } from "./app-file.ts";
import { serverOf, serversOf } from "./found.ts";
import type { Preparation } from "./preparation.ts";
import type { Preparing } from "./preparing.ts";
import type { Spec } from "./spec.ts";

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
): Promise<Pair<Preparation> & { readonly notes: readonly Warning[] }> {
  const sides = await serversOf({ base, new: next }, commits, preparing);
  const sameApp = isDeepStrictEqual(sides.base.preparing.app, sides.new.preparing.app);
  const files = sameApp
    ? await appFiles(sides.new.preparing, commits)
    : {
        base: (await appFiles(sides.base.preparing, { base: null, new: commits.base })).new,
        new: (await appFiles(sides.new.preparing, { base: null, new: commits.new })).new,
        notes: [],
      };
  return {
    base: { ...sides.base, revision: commits.base && { commit: commits.base, file: files.base } },
    new: { ...sides.new, revision: commits.new && { commit: commits.new, file: files.new } },
    notes: files.notes,
  };
}

/** Looks up one server in the same way. A revision is measured with its own app. */
export async function lookUp(spec: Spec, given: Preparing): Promise<Preparation> {
  const commit = await commitOf(spec, given.cwd);
  const own = await serverOf(spec, commit, given);
  const files = await appFiles(own.preparing, { base: null, new: commit });
  return { ...own, revision: commit && { commit, file: files.new } };
}

async function commitOf({ what }: Spec, cwd: string): Promise<Commit | null> {
  if (what.kind !== "revision") return null;
  return what.revision === null ? commitOfWorkingTree(cwd) : requireRevision(what.revision, cwd);
}
