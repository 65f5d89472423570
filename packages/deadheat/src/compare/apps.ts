import { basename } from "node:path";
import { UsageError } from "@deadheat/journal";
import type { ReadConfig, ReadTarget } from "../config/checked.ts";
import type { Common } from "../entrants/described.ts";
import { onRuntimeOf, readApp, type WantedRuntime } from "../entrants/runtime-suffix.ts";
import { parseSpec, type Spec, type SpecPair } from "../entrants/spec.ts";

/** A server of the repository's own, which each of its revisions has. */
export interface NamedApp {
  readonly label: string;
  readonly program: NonNullable<Common["app"]>;
  /** Null: not named. */
  readonly runtime: WantedRuntime | null;
  readonly setup: string | null;
}

/**
 * What revisions are measured with: the file that the user names, else the configuration's targets, else its app.
 * @throws UsageError where there is none, or a target is no server of the repository's own
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
      ? "which server is it? Name it with --app ./server.ts, or as a target in deadheat.config (deadheat init writes one)"
      : `${basename(config.path)} names no server: fill in its app or its targets, or name the server with --app ./server.ts`,
  );
}

/**
 * Reads `--app`, whose runtime holds for the specs that name none.
 * @throws UsageError for a runtime that does not exist or that contradicts a spec's own
 */
export function withApp(
  { base, new: other }: SpecPair,
  app: string | undefined,
  cwd: string,
): { specs: SpecPair; app: NamedApp | null } {
  if (app === undefined) return { specs: { base, new: other }, app: null };
  const read = readApp(app, cwd);
  const on = (spec: Spec) => onRuntimeOf(read, app, spec);
  return { specs: { base: on(base), new: on(other) }, app: namedApp(app, cwd) };
}

function namedApp(app: string, cwd: string): NamedApp {
  const { file, runtime } = readApp(app, cwd);
  return fileApp(file, basename(file), runtime);
}

/** A file, as it lies where the user stands. */
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
    `${basename(path)}: ${target.spec} is no server of this repository's own, and a gate compares two revisions of it`,
  );
}
