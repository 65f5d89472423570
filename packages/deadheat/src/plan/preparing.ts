import type { InstallOptions } from "@deadheat/versions";
import type { ReadConfig } from "../config/read.ts";
import type { NamedApp } from "./apps.ts";
import type { AppSource, CompareOptions } from "./options.ts";
import type { Startable } from "./spec.ts";
import { passedVariables } from "./variables.ts";

/** The options for making servers ready. Both servers of a pair share them. */
export interface Preparing extends InstallOptions {
  /** The app that revisions and packages are measured with; null for the app that deadheat has for a package, or finds in a revision. */
  readonly app: Startable | null;
  readonly appFrom: AppSource;
  readonly setup: string | null;
  /** The user's environment variables that servers and `--setup` get. */
  readonly env: Readonly<Record<string, string>>;
  /** The seconds within which a server must be ready; null for the usual time. */
  readonly readySeconds: number | null;
  /** The folders in which servers write for good; none unless given. */
  readonly writable?: readonly string[] | undefined;
}

/** Returns the options for making servers ready. `note` drops repeated lines: a line about both servers appears once. */
export function preparingOf(
  options: Omit<CompareOptions, "base"> &
    Pick<InstallOptions, "cwd" | "project" | "signal" | "note">,
  config: ReadConfig | null,
  app: NamedApp | null,
): Preparing {
  const { offline = false, allowGit = false, cwd, project, signal } = options;
  const said = new Set<string>();
  return {
    offline,
    allowScripts: [...new Set([...(options.allowScripts ?? []), ...(config?.scripts ?? [])])],
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
    env: options.env
      ? passedVariables(options.env, cwd)
      : passedVariables(config?.env ?? [], config?.folder ?? cwd),
    readySeconds: options.readySeconds ?? null,
    writable: config?.writable ?? [],
  };
}
