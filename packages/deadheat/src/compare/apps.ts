import { basename, resolve } from "node:path";
import { UsageError } from "@deadheat/journal";
import type { ReadConfig, ReadTarget } from "../config/checked.ts";
import type { Common } from "../entrants/described.ts";
import { parseSpec } from "../entrants/spec.ts";
import type { WantedRuntime } from "../entrants/wanted-runtime.ts";

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
  if (file !== null) return [fileApp(resolve(cwd, file))];
  const targets = config?.targets ?? [];
  if (config !== null && targets.length > 0) {
    return Promise.all(targets.map((target) => appOf(target, config)));
  }
  if (config?.app) return [fileApp(config.app)];
  throw new UsageError(
    "which server is it? Name it with --app ./server.ts, or as a target in deadheat.config (deadheat init writes one)",
  );
}

/** A file, as it lies where the user stands. */
export function fileApp(
  file: string,
  label = basename(file),
  runtime: WantedRuntime | null = null,
): NamedApp {
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
    return fileApp(spec.what.file, spec.label ?? undefined, spec.runtime);
  throw new UsageError(
    `${basename(path)}: ${target.spec} is no server of this repository's own, and a gate compares two revisions of it`,
  );
}
