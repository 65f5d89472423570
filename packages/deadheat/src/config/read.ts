import { dirname, relative, resolve } from "node:path";
import type { Runtime } from "@deadheat/journal";
import type { WantedRuntime } from "../entrants/spec.ts";
import { assertDistinct, check } from "./check.ts";
import type { CommandTarget, Config, Target } from "./config.ts";
import { findConfig, loadConfig } from "./load.ts";
import { secondsOf, shareOf } from "./quantity.ts";
import { readRequests, type ReadRequest } from "./read-requests.ts";
import { configSchema } from "./schema.ts";

export { readRequests, type ReadRequest } from "./read-requests.ts";

/** A configuration, checked: paths are absolute, numbers in base units; null and empty where nothing is written. */
export interface ReadConfig {
  readonly path: string;
  /** Paths in servers (`parseSpec`) are relative to it. */
  readonly folder: string;
  readonly targets: readonly ReadTarget[];
  readonly app: string | null;
  readonly requests: readonly ReadRequest[];
  readonly runtimes: readonly WantedRuntime[];
  readonly setup: string | null;
  /** Names. */
  readonly env: readonly string[];
  /** Share by which the new one may be slower. */
  readonly gateShare: number | null;
  readonly budgetSeconds: number | null;
  /** Relative. */
  readonly margin: number | null;
  readonly allowDifferent: boolean;
}

export type ReadTarget =
  /** As `parseSpec` reads it, with the label. */
  | { readonly kind: "server"; readonly spec: string }
  | {
      readonly kind: "command";
      readonly label: string;
      /** The program first; `{port}` still in it. */
      readonly command: readonly string[];
      /** The environment variable that carries the port. */
      readonly port: string;
      /** Null: not told. */
      readonly runtime: Runtime | null;
      readonly cwd: string;
      readonly setup: string | null;
    };

/**
 * The configuration of a folder; null when there is none and none was named. All but the json form is code, and is run:
 * read it only from where code may be run.
 * @param file of another name or place, as the user wrote it
 * @throws UsageError in one line, EnvironmentError where it is in TypeScript and this Node runs none
 */
export async function readConfig(cwd: string, file: string | null): Promise<ReadConfig | null> {
  const path = findConfig(cwd, file);
  if (path === null) return null;
  const name = relative(cwd, path);
  const config = check(configSchema, await loadConfig(path, cwd), `${name}: `);
  return inBaseUnits(config, path, name);
}

function inBaseUnits(config: Config, path: string, name: string): ReadConfig {
  const folder = dirname(path);
  const targets = (config.targets ?? []).map((target) => readTarget(target, folder));
  const labels = targets.map((target) => (target.kind === "command" ? target.label : target.spec));
  assertDistinct(labels, `${name}: targets`, "label");
  return {
    path,
    folder,
    targets,
    app: config.app === undefined ? null : resolve(folder, config.app),
    requests: readRequests(config.requests ?? [], folder, `${name}: requests`),
    runtimes: (config.runtimes ?? []).map(wantedRuntime),
    setup: config.setup ?? null,
    env: config.env ?? [],
    gateShare: shareOf(config.gate ?? ""),
    budgetSeconds: secondsOf(config.budget ?? ""),
    margin: shareOf(config.margin ?? ""),
    allowDifferent: config.allowDifferent ?? false,
  };
}

function readTarget(target: Target, folder: string): ReadTarget {
  if (typeof target === "string") return { kind: "server", spec: target };
  if ("command" in target) return commandTarget(target, folder);
  const { label, server } = target;
  return { kind: "server", spec: label === undefined ? server : `${label}=${server}` };
}

function commandTarget(target: CommandTarget, folder: string): ReadTarget {
  const { label, command, port = "PORT", runtime = null, cwd = ".", setup = null } = target;
  return {
    kind: "command",
    label,
    command: typeof command === "string" ? command.trim().split(/\s+/) : command,
    port,
    runtime,
    cwd: resolve(folder, cwd),
    setup,
  };
}

function wantedRuntime(text: string): WantedRuntime {
  const [name, version = null] = text.split("@");
  return { name: name as Runtime, version };
}
