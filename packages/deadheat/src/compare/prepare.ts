import { resolve } from "node:path";
import process from "node:process";
import type { Pair } from "@deadheat/measure";
import type { InstallOptions } from "@deadheat/versions";
import { readRequests } from "../config/read-requests.ts";
import type { ReadConfig, ReadRequest } from "../config/checked.ts";
import type { Common, Described } from "../entrants/described.ts";
import type { Side } from "../entrants/side.ts";
import { prepareSides } from "../entrants/sides.ts";
import { starterExchange } from "../starters/starter.ts";
import { describePair } from "../entrants/describe.ts";
import { parsePair } from "../entrants/pair.ts";
import { withApp, type NamedApp } from "./apps.ts";
import type { CompareOptions } from "./options.ts";

type Shared = Omit<CompareOptions, "base">;

/** Two servers that are ready to start, and what they are asked. */
export interface PreparedPair {
  readonly sides: Pair<Side>;
  readonly requests: readonly ReadRequest[];
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
  const { notes, ...described } = await describePair(
    specs,
    commonOf({ ...options, cwd }, null, app),
  );
  for (const line of notes) note(line);
  const sides = await preparePair(described, installingOf({ ...options, cwd, signal, note }));
  const requests = asked ?? usualRequests([sides.base, sides.new], cwd);
  return { sides, requests, notes };
}

/** Returns the options that both servers of a pair share. */
export function commonOf(
  { cwd, setup, appFrom, env }: Shared & { readonly cwd: string },
  config: ReadConfig | null,
  app: NamedApp | null,
): Common {
  return {
    cwd,
    app: app?.program ?? null,
    appFrom: appFrom ?? "each",
    setup: setup ?? app?.setup ?? config?.setup ?? null,
    env: env ?? config?.env ?? [],
  };
}

/** Returns the options for installs. */
export function installingOf(
  options: Shared & Pick<InstallOptions, "cwd" | "signal" | "note">,
): InstallOptions {
  const { offline = false, allowScripts = [], allowGit = false, cwd, signal, note } = options;
  return { offline, allowScripts, allowGit, cwd, signal, note };
}

/**
 * Reads the requests of the options, else those of the configuration; null if neither has any.
 * @throws UsageError
 */
export function requestsOf(
  { requests }: Shared,
  config: ReadConfig | null,
  cwd: string,
): readonly ReadRequest[] | null {
  if (requests !== undefined) return readRequests(requests, cwd, "requests");
  return config !== null && config.requests.length > 0 ? config.requests : null;
}

/** Returns the request if the user names none. The apps that deadheat has for packages serve nothing at `/`. */
export function usualRequests(sides: readonly Side[], cwd: string): readonly ReadRequest[] {
  const { method, path } = starterExchange.request;
  const usual = sides.every(({ starter }) => starter) ? `${method} ${path}` : "GET /";
  return readRequests([usual], cwd, "requests");
}

/** Makes both servers ready to start. If they have the same name, each gets a prefix. */
export async function preparePair(
  described: Pair<Described>,
  installing: InstallOptions,
): Promise<Pair<Side>> {
  const [base, next] = await prepareSides([described.base, described.new], installing);
  return distinct({ base: base as Side, new: next as Side });
}

function distinct({ base, new: next }: Pair<Side>): Pair<Side> {
  if (base.name !== next.name || base.text === next.text) return { base, new: next };
  return {
    base: { ...base, name: `base-${base.name}` },
    new: { ...next, name: `new-${next.name}` },
  };
}
