import { UsageError } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import { type Commit, commitOfWorkingTree, requireRevision } from "@deadheat/versions";
import type { SpecPair } from "./spec.ts";
import type { Common, Described, Source } from "./described.ts";
import type { Spec } from "./spec.ts";

/**
 * What two specs mean where the user stands: target the new one, reference the base.
 * @throws UsageError, EnvironmentError
 */
export async function describePair(specs: SpecPair, common: Common): Promise<Pair<Described>> {
  const newer = await commitOf(specs.new, common.cwd);
  return {
    reference: await describeSpec(specs.base, common, newer),
    target: await describeSpec(specs.new, common, newer),
  };
}

/**
 * @param newer whose app a revision is measured with, where `appFrom` says so
 * @throws UsageError, EnvironmentError
 */
export async function describeSpec(
  spec: Spec,
  common: Common,
  newer: Commit | null = null,
): Promise<Described> {
  const { text, label, runtime } = spec;
  const source = sourceOf(spec, await commitOf(spec, common.cwd), common, newer);
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
