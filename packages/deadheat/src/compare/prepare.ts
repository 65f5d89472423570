import type { InstallOptions } from "@deadheat/versions";
import type { ReadConfig } from "../config/read.ts";
import type { ReadRequest } from "../config/read-requests.ts";
import { readRequests } from "../config/read-requests.ts";
import type { Preparing } from "../entrants/look-up.ts";
import type { Side } from "../entrants/side.ts";
import { starterExchange } from "../starters/starter.ts";
import type { NamedApp } from "./apps.ts";
import type { CompareOptions } from "./options.ts";

/** Returns the options for making servers ready. `note` drops repeated lines: a line about both servers appears once. */
export function preparingOf(
  options: Omit<CompareOptions, "base"> & Pick<InstallOptions, "cwd" | "signal" | "note">,
  config: ReadConfig | null,
  app: NamedApp | null,
): Preparing {
  const { offline = false, allowScripts = [], allowGit = false, cwd, signal } = options;
  const said = new Set<string>();
  return {
    offline,
    allowScripts,
    allowGit,
    cwd,
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
  { requests }: Pick<CompareOptions, "requests">,
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
