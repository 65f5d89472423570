import { homedir } from "node:os";
import { dirname, relative, resolve } from "node:path";
import type { Runtime } from "@deadheat/journal";
import type { Limits } from "@deadheat/judge";
import type { Login } from "@deadheat/measure";
import { readRuntime, type WantedRuntime } from "./runtime.ts";
import { assertDistinct, check } from "./check.ts";
import type { CommandTarget, Config, Target } from "./config.ts";
import { findConfig, loadConfig } from "./load.ts";
import { limitsFrom, secondsOf, shareOf } from "./quantity.ts";
import { readIgnoredList, readLogin, readRequests, type ReadRequest } from "./read-requests.ts";
import type { Ignored } from "../response/ignore.ts";
import { configSchema } from "./schema.ts";
import { readService, type ReadService } from "./services.ts";

/** A checked configuration. Paths are absolute and numbers in base units. A missing field is null or empty. */
export interface ReadConfig {
  readonly path: string;
  /** The folder that the paths of servers (`parseSpec`) are relative to. */
  readonly folder: string;
  readonly targets: readonly ReadTarget[];
  readonly app: string | null;
  readonly requests: readonly ReadRequest[];
  /** The login of each process; null without one. `requests` have it already. */
  readonly login: Login | null;
  readonly runtimes: readonly WantedRuntime[];
  readonly setup: string | null;
  readonly services: readonly ReadService[];
  readonly prepare: string | null;
  /** The names of environment variables, and files of them. */
  readonly env: readonly string[];
  /** The packages whose install scripts may run. */
  readonly scripts: readonly string[];
  /** The folders in which servers write for good; absolute. */
  readonly writable: readonly string[];
  /** The versions of a history, as the user wrote them. */
  readonly history: string | null;
  /** The share by which the new server may need more, by metric. */
  readonly gate: Limits | null;
  readonly budgetSeconds: number | null;
  /** The largest relative difference that counts as a tie. */
  readonly margin: number | null;
  /** The parts of the responses to all requests that are not compared. `requests` have them already. */
  readonly ignore: readonly Ignored[];
  readonly allowDifferent: boolean;
}

export type ReadTarget =
  /** A server in the form that `parseSpec` reads, with its label. */
  | { readonly kind: "server"; readonly spec: string }
  | {
      readonly kind: "command";
      readonly label: string;
      /** The program and its arguments. `{port}` is not replaced yet. */
      readonly command: readonly string[];
      /** The environment variable that carries the port. */
      readonly port: string;
      /** The runtime of the program; null if the user named none. */
      readonly runtime: Runtime | null;
      /** Further variables of the program. `{port}` is not replaced yet. */
      readonly env: Readonly<Record<string, string>>;
      readonly cwd: string;
      readonly setup: string | null;
    };

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
  const ignore = readIgnoredList(config.ignore ?? [], `${name}: ignore`);
  const login = config.login ? readLogin(config.login, folder, `${name}: login`) : null;
  return {
    path,
    folder,
    targets,
    app: config.app === undefined ? null : resolve(folder, config.app),
    requests: readRequests(config.requests ?? [], folder, `${name}: requests`, {
      ignore,
      keepAlive: true,
      login,
    }),
    login,
    runtimes: (config.runtimes ?? []).flatMap((text) => readRuntime(text) ?? []),
    setup: config.setup ?? null,
    services: (config.services ?? []).map((service) => readService(service, folder)),
    prepare: config.prepare ?? null,
    env: config.env ?? [],
    scripts: config.scripts ?? [],
    writable: (config.writable ?? []).map((one) => one.replace(/^~(?=\/)/, homedir())),
    history: config.history ?? null,
    gate: limitsFrom(config.gate ?? ""),
    budgetSeconds: secondsOf(config.budget ?? ""),
    margin: shareOf(config.margin ?? ""),
    ignore,
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
  const { label, command, port = "PORT", runtime = null, env = {}, setup = null } = target;
  return {
    kind: "command",
    label,
    command: typeof command === "string" ? command.trim().split(/\s+/) : command,
    port,
    runtime,
    env,
    cwd: resolve(folder, target.cwd ?? "."),
    setup,
  };
}
