import { basename } from "node:path";
import { UsageError } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import type { ReadConfig, ReadTarget } from "../config/read.ts";
import { readApp, type WantedRuntime } from "../config/runtime.ts";
import { parseSpec, type Spec, type Startable } from "./spec.ts";

/** A server of the user's repository. Each revision of the repository has the server. */
export interface NamedApp {
  readonly label: string;
  /** null if each revision is started as its own files say. */
  readonly program: Startable | null;
  readonly runtime: WantedRuntime | null;
  readonly setup: string | null;
}

/**
 * Returns the servers of the configuration that revisions are measured with: its targets, else its app. None if it names
 * none: each revision is then started as its own files say (found.ts).
 * @throws UsageError if a target is not a server of the repository
 */
export async function appsOf(config: ReadConfig | null): Promise<NamedApp[]> {
  const targets = config?.targets ?? [];
  if (config !== null && targets.length > 0) {
    return Promise.all(targets.map((target) => appOf(target, config)));
  }
  return config?.app ? [namedApp(config.app, config.folder)] : [];
}

/**
 * Reads `--app`. Its runtime applies to the specs that name none.
 * @throws UsageError for a runtime that does not exist or that contradicts a spec's own
 */
export function withApp(
  specs: Pair<Spec>,
  app: string | undefined,
  cwd: string,
  others: readonly Spec[] = [],
): { specs: Pair<Spec>; others: readonly Spec[]; app: NamedApp | null } {
  if (app === undefined) return { specs, others, app: null };
  const named = namedApp(app, cwd);
  return {
    specs: onBoth(named.runtime, app, specs),
    others: others.map((spec) => onRuntimeOf(named.runtime, app, spec)),
    app: named,
  };
}

/** Reads the text of `--app`, or of `app` in a configuration. @throws UsageError for a runtime that does not exist */
export function namedApp(app: string, cwd: string): NamedApp {
  const { file, runtime } = readApp(app, cwd);
  return { label: basename(file), program: { kind: "file", file }, runtime, setup: null };
}

async function appOf(target: ReadTarget, { folder, path }: ReadConfig): Promise<NamedApp> {
  if (target.kind === "command") {
    const { label, command, port, runtime, env, setup } = target;
    return {
      label,
      program: { kind: "command", command, portVariable: port, env },
      runtime: runtime === null ? null : { name: runtime, version: null },
      setup,
    };
  }
  const { what, label, runtime } = await parseSpec(target.spec, {
    cwd: folder,
    isRevision: () => Promise.resolve(false),
    whyUnknown: () => Promise.resolve(null),
    hasApp: () => false,
  });
  if (what.kind === "file") {
    return { label: label ?? basename(what.file), program: what, runtime, setup: null };
  }
  throw new UsageError(
    `${basename(path)}: ${target.spec} is not a file of this repository, and gate compares two revisions of the repository. Name a file or a command`,
  );
}

/**
 * Returns the spec with the runtime of `--app`, if the spec names none. A running server keeps its own runtime.
 * @param app the text that the user wrote, for the message
 * @throws UsageError if the two name different runtimes
 */
export function onRuntimeOf(runtime: WantedRuntime | null, app: string, spec: Spec): Spec {
  const own = spec.runtime;
  if (runtime === null || spec.what.kind === "running") return spec;
  if (own !== null && !agree(own, runtime)) {
    throw new UsageError(
      `${spec.text} and --app ${app} name different runtimes. Name the runtime once, or the same one twice`,
    );
  }
  return { ...spec, runtime: { name: runtime.name, version: own?.version ?? runtime.version } };
}

/** Returns both specs with the runtime, as `onRuntimeOf` does. */
export function onBoth(
  runtime: WantedRuntime | null,
  app: string,
  { base, new: next }: Pair<Spec>,
): Pair<Spec> {
  return { base: onRuntimeOf(runtime, app, base), new: onRuntimeOf(runtime, app, next) };
}

/** Returns whether two names can mean one runtime. A missing version agrees with any version. */
function agree(a: WantedRuntime, b: WantedRuntime): boolean {
  return a.name === b.name && (a.version === null || b.version === null || a.version === b.version);
}
