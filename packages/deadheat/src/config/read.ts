import { dirname, relative, resolve } from "node:path";
import type { Runtime } from "@deadheat/journal";
import type { WantedRuntime } from "../entrants/runtime-suffix.ts";
import { assertDistinct, check } from "./check.ts";
import type { ReadConfig, ReadTarget } from "./checked.ts";
import type { CommandTarget, Config, Target } from "./config.ts";
import { findConfig, loadConfig } from "./load.ts";
import { secondsOf, shareOf } from "./quantity.ts";
import { readRequests } from "./read-requests.ts";
import { configSchema } from "./schema.ts";

/**
 * Reads the configuration of a folder. Returns null if there is none and none was named. A configuration that is not
 * JSON is code, and runs: read it only from a folder that you trust.
 * @param file the path of another file, as the user wrote it; null to search the folder
 * @throws UsageError with a message of one line; EnvironmentError if this Node cannot run TypeScript
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
