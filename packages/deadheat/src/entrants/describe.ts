import { UsageError } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import { type Commit, commitOfWorkingTree, requireRevision } from "@deadheat/versions";
import type { Common, Described, Source } from "./described.ts";
import type { Spec, SpecPair } from "./spec.ts";

/**
 * What two specs mean where the user stands: target the new one, reference the base.
 * @throws UsageError, EnvironmentError
 */
export async function describePair(
  { base, new: other }: SpecPair,
  common: Common,
): Promise<Pair<Described>> {
  // Once: the working tree is another commit as soon as somebody writes to it.
  const newer = await commitOf(other, common.cwd);
  const older = await commitOf(base, common.cwd);
  return {
    reference: described(base, older, common, newer),
    target: described(other, newer, common, newer),
  };
}

/**
 * What one spec means there; a revision is measured with its own app.
 * @throws UsageError, EnvironmentError
 */
export async function describeSpec(spec: Spec, common: Common): Promise<Described> {
  return described(spec, await commitOf(spec, common.cwd), common, null);
}

/** @param newer whose app a revision is measured with, where `appFrom` says so */
function described(
  spec: Spec,
  commit: Commit | null,
  common: Common,
  newer: Commit | null,
): Described {
  const { text, label, runtime } = spec;
  const source = sourceOf(spec, commit, common, newer);
  return { text, label, runtime, source, setup: common.setup, env: common.env };
}

async function commitOf({ what }: Spec, cwd: string): Promise<Commit | null> {
  if (what.kind !== "revision") return null;
  return what.revision === null ? commitOfWorkingTree(cwd) : requireRevision(what.revision, cwd);
}

function sourceOf(
  { what, text }: Spec,
  commit: Commit | null,
  { app, appFrom }: Common,
  newer: Commit | null,
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
      if (app === null) {
        throw new UsageError(
          `${text}: name the server that is measured in it with --app ./server.ts`,
        );
      }
      return {
        kind: "revision",
        commit: commit as Commit,
        app: app.kind === "file" ? { ...app, of: appFrom === "new" ? newer : null } : app,
      };
  }
}
