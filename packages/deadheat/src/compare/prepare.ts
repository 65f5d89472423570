import { basename, resolve } from "node:path";
import process from "node:process";
import { UsageError } from "@deadheat/journal";
import type { Pair } from "@deadheat/measure";
import type { InstallOptions } from "@deadheat/versions";
import type { CompareOptions } from "./options.ts";
import {
  readIgnoredList,
  type ReadRequest,
  readRequests,
  type RequestChoices,
  withChoices,
} from "../config/read-requests.ts";
import type { ReadConfig, ReadTarget } from "../config/read.ts";
import { lookUpPair, type Preparing } from "../entrants/look-up.ts";
import { onRuntimeOf, readApp, type WantedRuntime } from "../entrants/runtime-suffix.ts";
import type { Side, Startable } from "../entrants/side.ts";
import { preparePair } from "../entrants/sides.ts";
import { parsePair, parseSpec, type Spec } from "../entrants/spec.ts";
import { starterExchange } from "../starters/starter.ts";

/** Two servers that are ready to start, and what they are asked. */
export interface PreparedPair {
  readonly sides: Pair<Side>;
  readonly requests: readonly ReadRequest[];
  /** The servers as they were named. */
  readonly specs: Pair<Spec>;
  /** The sentences about the two that a reader must know first. */
  readonly notes: readonly string[];
}

/**
 * Reads what the options name, and installs or checks out both servers.
 * @throws UsageError, EnvironmentError, Interrupted
 */
export async function prepare(
  options: CompareOptions,
  signal: AbortSignal,
  note: (line: string) => void,
): Promise<PreparedPair> {
  const cwd = resolve(options.cwd ?? process.cwd());
  const named = await parsePair(options.base, options.new ?? null, cwd);
  const { specs, app } = withApp(named, options.app, cwd);
  const asked = requestsOf(options, null, cwd);
  const preparing = preparingOf({ ...options, cwd, signal, note }, null, app);
  const { notes, ...pair } = await lookUpPair(specs, preparing);
  for (const line of notes) note(line);
  const sides = await preparePair(pair);
  const requests = asked ?? usualRequests([sides.base, sides.new], cwd, options);
  return { sides, requests, specs, notes };
}

/** Returns the options for making servers ready. `note` drops repeated lines: a line about both servers appears once. */
export function preparingOf(
  options: Omit<CompareOptions, "base"> &
    Pick<InstallOptions, "cwd" | "project" | "signal" | "note">,
  config: ReadConfig | null,
  app: NamedApp | null,
): Preparing {
  const { offline = false, allowScripts = [], allowGit = false, cwd, project, signal } = options;
  const said = new Set<string>();
  return {
    offline,
    allowScripts,
    allowGit,
    cwd,
    project,
    signal,
    note: (line) => {
      if (!said.has(line)) options.note(line);
      said.add(line);
    },
    app: app?.program ?? null,
    appFrom: options.appFrom ?? "each",
    setup: options.setup ?? app?.setup ?? config?.setup ?? null,
    env: options.env ?? config?.env ?? [],
  };
}

/**
 * Reads the requests of the options, else those of the configuration; null if neither has any.
 * @throws UsageError
 */
export function requestsOf(
  options: Pick<CompareOptions, "requests" | "ignore" | "keepAlive">,
  config: ReadConfig | null,
  cwd: string,
): readonly ReadRequest[] | null {
  const { requests } = options;
  // They are read in any case: a wrong pattern is an error before anything is installed.
  const choices = choicesOf(options, requests === undefined ? null : config);
  if (requests !== undefined) return readRequests(requests, cwd, "requests", choices);
  if (config === null || config.requests.length === 0) return null;
  return config.requests.map((request) => withChoices(request, choices));
}

/** Returns the choices for all requests that the options make, and the configuration, if there is one. @throws UsageError */
function choicesOf(
  { ignore = [], keepAlive = true }: Pick<CompareOptions, "ignore" | "keepAlive">,
  config: ReadConfig | null,
): RequestChoices {
  return { keepAlive, ignore: [...readIgnoredList(ignore, "--ignore"), ...(config?.ignore ?? [])] };
}

/** Returns the request if the user names none. The apps that deadheat has for packages serve nothing at `/`. */
export function usualRequests(
  sides: readonly Side[],
  cwd: string,
  options: Pick<CompareOptions, "ignore" | "keepAlive">,
  config: ReadConfig | null = null,
): readonly ReadRequest[] {
  const { method, path } = starterExchange.request;
  const usual = sides.every(({ starter }) => starter) ? `${method} ${path}` : "GET /";
  return readRequests([usual], cwd, "requests", choicesOf(options, config));
}

/** A server of the user's repository. Each revision of the repository has the server. */
export interface NamedApp {
  readonly label: string;
  readonly program: Startable;
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
  { base, new: next }: Pair<Spec>,
  app: string | undefined,
  cwd: string,
): { specs: Pair<Spec>; app: NamedApp | null } {
  if (app === undefined) return { specs: { base, new: next }, app: null };
  const named = namedApp(app, cwd);
  const on = (spec: Spec) => onRuntimeOf(named.runtime, app, spec);
  return { specs: { base: on(base), new: on(next) }, app: named };
}

/** Reads the text of `--app`, or of `app` in a configuration. @throws UsageError for a runtime that does not exist */
export function namedApp(app: string, cwd: string): NamedApp {
  const { file, runtime } = readApp(app, cwd);
  return { label: basename(file), program: { kind: "file", file }, runtime, setup: null };
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
