import { join } from "node:path";
import { attempt, readText, UsageError } from "@deadheat/journal";
import { digestOfProject } from "@deadheat/versions";
import { appsOf, namedApp, type NamedApp } from "../plan/apps.ts";
import { singleCommand } from "../plan/commands.ts";
import { dependsOn, foundApp } from "../plan/found.ts";
import { readConfig, type ReadConfig } from "../config/read.ts";
import type { Preparing } from "../plan/preparing.ts";
import { readRuntimes } from "../config/runtime.ts";
import { hasStarter } from "../starters/starter.ts";
import type { Earlier } from "./append.ts";
import type { HistoryOptions } from "./options.ts";
import { readSubject } from "./subject.ts";
import { versionsOf, type ListedVersion } from "./versions.ts";

/** Returns the configuration if the options ask for one. @throws UsageError if there is none */
export async function configOf(
  { config }: Pick<HistoryOptions, "config">,
  cwd: string,
): Promise<ReadConfig | null> {
  if (config === undefined || config === false) return null;
  const read = await readConfig(cwd, config === true ? null : config);
  if (read !== null) return read;
  throw new UsageError("--config: there is no deadheat.config here. `deadheat init` writes one");
}

/** Returns the versions that a configuration names. @throws UsageError if it names none */
export function subjectOf(config: ReadConfig | null): string {
  if (config?.history != null) return config.history;
  const field = config === null ? "" : ", or in history of deadheat.config";
  throw new UsageError(
    `No versions are given. Write a range like hono@4.10..4.13, express/node@20,22,24 or v5.0.0..main${field}`,
  );
}

function isOfRevisions(subject: string): boolean {
  return readSubject(subject).kind === "revision";
}

/**
 * Returns the servers that the versions are measured with; none if deadheat has an app for the package.
 * @throws UsageError if the user's folder has no server for the others
 */
export async function appsFor(
  subject: string,
  options: Pick<HistoryOptions, "app" | "commands">,
  config: ReadConfig | null,
  cwd: string,
): Promise<NamedApp[]> {
  const command = singleCommand(options);
  if (command !== null) return [command];
  const app = options.app ?? config?.app ?? null;
  if (isOfRevisions(subject) && options.app === undefined) {
    const configured = await appsOf(config);
    return configured.length > 0 ? configured : [await foundApp(cwd)];
  }
  if (app !== null) return [namedApp(app, cwd)];
  const read = readSubject(subject);
  const isOwn =
    read.kind === "package" && !hasStarter(read.name) && (await dependsOn(cwd, read.name));
  return isOwn ? [await foundApp(cwd)] : [];
}

export function wantedOf(
  subject: string,
  { runtimes, every = null }: Pick<HistoryOptions, "runtimes" | "every">,
  config: ReadConfig | null,
  apps: readonly NamedApp[],
  preparing: Preparing,
): Promise<ListedVersion[]> {
  if (every !== null && every < 1) throw new UsageError("--every must be 1 or more");
  const on = runtimes ? readRuntimes(runtimes) : (config?.runtimes ?? []);
  const choosing = { runtimes: on, apps, every };
  return versionsOf(readSubject(subject), choosing, preparing);
}

/**
 * Returns the reference of each series: the version that the user named, else that of the earlier history, else the newest.
 * @throws UsageError if a series has no such version
 */
export function referencesIn(
  wanted: readonly ListedVersion[],
  asked: string | null,
  earlier: Earlier | null,
): ReadonlyMap<string, ListedVersion> {
  const before = earlier?.result.history;
  const references = new Map<string, ListedVersion>();
  for (const series of new Set(wanted.map((one) => one.series))) {
    const own = wanted.filter((one) => one.series === series);
    const was = before?.series.find(({ name }) => name === series)?.reference;
    const label = asked ?? before?.versions.find(({ target }) => target === was)?.label ?? null;
    const reference =
      label === null ? own.at(-1) : own.find((one) => one.label === label || one.spec === label);
    if (reference === undefined) {
      throw new UsageError(
        `The reference ${label} is not a version of ${series}. Choose one of ${own.map((one) => one.label).join(", ")}`,
      );
    }
    references.set(series, reference);
  }
  return references;
}

/**
 * Returns what decides the work of an app and is the same in all versions: the text of its file, or the command with the code of
 * the user's project. Each revision has its own.
 */
export async function sharedWork(
  subject: string,
  { program, label }: NamedApp,
  cwd: string,
): Promise<string> {
  if (isOfRevisions(subject)) return label;
  if (program?.kind === "file") {
    return attempt(() => readText(program.file)) ?? program.file;
  }
  return `${program?.command.join(" ") ?? label} ${await digestOfProject(join(cwd, "package.json"))}`;
}
