import { basename } from "node:path";
import { UsageError } from "@deadheat/journal";
import type { ReadConfig, ReadTarget } from "../config/checked.ts";
import type { Common } from "../entrants/described.ts";
import { onRuntimeOf, readApp, type WantedRuntime } from "../entrants/runtime-suffix.ts";
import { parseSpec, type Spec, type SpecPair } from "../entrants/spec.ts";

/** A server of the user's repository. Each revision of the repository has the server. */
export interface NamedApp {
  readonly label: string;
  readonly program: NonNullable<Common["app"]>;
  /** The runtime that the user named; null if the user named none. */
  readonly runtime: WantedRuntime | null;
  readonly setup: string | null;
}

/**
 * Returns the servers that revisions are measured with: the file that the user named, else the targets of the
 * configuration, else its app.
 * @throws UsageError if there is none of them, or if a target is not a server of the repository
 */
export async function appsOf(
  file: string | null,
  config: ReadConfig | null,
  cwd: string,
): Promise<NamedApp[]> {
  if (file !== null) return [namedApp(file, cwd)];
  const targets = config?.targets ?? [];
  if (config !== null && targets.length > 0) {
    return Promise.all(targets.map((target) => appOf(target, config)));
  }
  if (config?.app) return [namedApp(config.app, cwd)];
  throw new UsageError(
    config === null
      ? "no server is named. Name it with --app ./server.ts, or as a target in deadheat.config (deadheat init writes one)"
      : `${basename(config.path)} names no server. Fill in its app or its targets, or name the server with --app ./server.ts`,
  );
}

/**
 * Reads `--app`. Its runtime applies to the specs that name none.
 * @throws UsageError for a runtime that does not exist or that contradicts a spec's own
 */
export function withApp(
  { base, new: next }: SpecPair,
  app: string | undefined,
  cwd: string,
): { specs: SpecPair; app: NamedApp | null } {
  if (app === undefined) return { specs: { base, new: next }, app: null };
  const read = readApp(app, cwd);
  const on = (spec: Spec) => onRuntimeOf(read, app, spec);
  return { specs: { base: on(base), new: on(next) }, app: namedApp(app, cwd) };
}

function namedApp(app: string, cwd: string): NamedApp {
  const { file, runtime } = readApp(app, cwd);
  return fileApp(file, basename(file), runtime);
}

/** Returns a file of the user's working folder as a server. */
function fileApp(file: string, label: string, runtime: WantedRuntime | null): NamedApp {
  return { label, program: { kind: "file", file }, runtime, setup: null };
}

async function appOf(target: ReadTarget, { folder, path }: ReadConfig): Promise<NamedApp> {
  if (target.kind === "command") {
    const { label, command, port, runtime, setup } = target;
    return {
      label,
      program: { kind: "command", command, portVariable: port },
      runtime: runtime === null ? null : { name: runtime, version: null },
      setup,
    };
  }
  const spec = await parseSpec(target.spec, {
    cwd: folder,
    isRevision: () => Promise.resolve(false),
    hasApp: () => false,
  });
  if (spec.what.kind === "file")
    return fileApp(spec.what.file, spec.label ?? basename(spec.what.file), spec.runtime);
  throw new UsageError(
    `${basename(path)}: ${target.spec} is not a file of this repository, and gate compares two revisions of the repository. Name a file or a command`,
  );
}
