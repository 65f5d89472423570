import { UsageError } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import { type Commit, commitOfWorkingTree, requireRevision } from "@deadheat/versions";
import { appFiles } from "./app-file.ts";
import type { App, Common, Described, Source } from "./described.ts";
import type { Spec, SpecPair } from "./spec.ts";

/** A pair of servers, looked up in git and in the folder. */
export interface DescribedPair extends Pair<Described> {
  /** The notes for the reader: the origin of the file that each revision is measured with. */
  readonly notes: readonly string[];
}

/**
 * Looks up two specs in the user's working folder. Checks out nothing.
 * @throws UsageError, EnvironmentError
 */
export async function describePair(
  { base, new: next }: SpecPair,
  common: Common,
): Promise<DescribedPair> {
  // Each commit is read only once, since the working tree changes whenever somebody writes to it.
  const commits = {
    new: await commitOf(next, common.cwd),
    base: await commitOf(base, common.cwd),
  };
  const { apps, notes } = await appsOf(commits, common);
  return {
    base: described(base, commits.base, apps.base, common),
    new: described(next, commits.new, apps.new, common),
    notes,
  };
}

/**
 * Looks up one spec in the same way. A revision is measured with its own app.
 * @throws UsageError, EnvironmentError
 */
export async function describeSpec(spec: Spec, common: Common): Promise<Described> {
  const commit = await commitOf(spec, common.cwd);
  const { apps } = await appsOf({ base: null, new: commit }, common);
  return described(spec, commit, apps.new, common);
}

async function appsOf(
  commits: Pair<Commit | null>,
  { app, appFrom, setup, cwd }: Common,
): Promise<{ apps: Pair<App | null>; notes: readonly string[] }> {
  if (app?.kind !== "file" || (commits.base ?? commits.new) === null) {
    const command = app?.kind === "command" ? app : null;
    return { apps: { base: command, new: command }, notes: [] };
  }
  const wanted = { file: app.file, source: appFrom, built: setup !== null, cwd };
  const { base, new: next, notes } = await appFiles(wanted, commits);
  const asApp = (file: typeof next): App | null => file && { kind: "file", file };
  return { apps: { base: asApp(base), new: asApp(next) }, notes };
}

function described(spec: Spec, commit: Commit | null, app: App | null, common: Common): Described {
  const { text, label, runtime } = spec;
  const { setup, env } = common;
  return { text, label, runtime, source: sourceOf(spec, commit, app, common), setup, env };
}

async function commitOf({ what }: Spec, cwd: string): Promise<Commit | null> {
  if (what.kind !== "revision") return null;
  return what.revision === null ? commitOfWorkingTree(cwd) : requireRevision(what.revision, cwd);
}

function sourceOf(
  { what, text }: Spec,
  commit: Commit | null,
  own: App | null,
  { app }: Common,
): Source {
  switch (what.kind) {
    case "running":
      return { kind: "running", port: Number(what.url.port) };
    case "file":
      return what;
    case "package":
      if (app?.kind === "command") {
        throw new UsageError(
          `${text}: a package is measured with a file (--app), not with a command`,
        );
      }
      return { kind: "package", wanted: what.wanted, app: app?.file ?? null };
    case "revision":
      if (own === null) {
        throw new UsageError(
          `${text} is a revision, and no server is named. Name the server with --app ./server.ts`,
        );
      }
      return { kind: "revision", commit: commit as Commit, app: own };
  }
}
