import { statSync } from "node:fs";
import { resolve } from "node:path";
import { type Runtime, runtimes, UsageError } from "@deadheat/journal";
import type { Spec } from "./spec.ts";

/** A runtime as the user named it. */
export interface WantedRuntime {
  readonly name: Runtime;
  /** A version, range or tag of npm; null for the version that is installed. */
  readonly version: string | null;
}

/** A name, and the runtime that follows it. */
export interface Suffixed {
  readonly rest: string;
  readonly runtime: WantedRuntime;
}

const SUFFIX = /^(.+)\/(node|bun|deno)(?:@([\w.^~<>=*-]+))?$/;

/** Splits `server.ts/bun@1.3`; null if no runtime stands at the end. */
export function splitRuntime(named: string): Suffixed | null {
  const [, rest = "", name, version = null] = SUFFIX.exec(named) ?? [];
  const runtime = runtimes.find((known) => known === name);
  return runtime === undefined ? null : { rest, runtime: { name: runtime, version } };
}

/** Says which runtimes there are and where they belong, for a word that is none. */
export function runtimeHelp(after: string, word: string): string {
  const spellings = runtimes.map((name) => `${after}/${name}`).join(", ");
  return (
    `there is no runtime ${JSON.stringify(word)}. The runtimes are ${runtimes.join(", ")}, and one is written last: ` +
    `${spellings}, or with a version, ${after}/node@24`
  );
}

/**
 * Rejects `server.ts/nodee`: a file cannot lie below a file, so that what follows it can only be meant as a runtime.
 * @param named a path, without a label
 * @param text what the user wrote, for the message
 * @throws UsageError
 */
export function refuseUnknownRuntime(named: string, text: string, cwd: string): void {
  const [, file = "", word = ""] = /^(.+)\/([^/]*)$/.exec(named) ?? [];
  if (file === "" || splitRuntime(named) !== null || !isFile(resolve(cwd, file))) return;
  throw new UsageError(`${text}: ${runtimeHelp(file, word)}`);
}

/** The file of `--app`, absolute, and its runtime; null if none is named. */
export interface ReadApp {
  readonly file: string;
  readonly runtime: WantedRuntime | null;
}

/** An older revision may have a file that the working tree lacks; its name ends like this. */
const SCRIPT = /\.[mc]?[jt]sx?$/;

/**
 * Reads `server.ts` or `server.ts/bun`. A file that is called like a runtime is a file.
 * @throws UsageError for a runtime that does not exist
 */
export function readApp(app: string, cwd: string): ReadApp {
  const whole = { file: resolve(cwd, app), runtime: null };
  if (isFile(whole.file)) return whole;
  refuseUnknownRuntime(app, `--app ${app}`, cwd);
  const split = splitRuntime(app);
  if (split === null) return whole;
  const file = resolve(cwd, split.rest);
  return isFile(file) || SCRIPT.test(file) ? { file, runtime: split.runtime } : whole;
}

/**
 * Gives a spec that names no runtime that of `--app`. A server that runs already keeps its own.
 * @param app what the user wrote, for the message
 * @throws UsageError where the two name different runtimes
 */
export function onRuntimeOf({ runtime }: ReadApp, app: string, spec: Spec): Spec {
  const own = spec.runtime;
  if (runtime === null || spec.what.kind === "running") return spec;
  if (own !== null && !agree(own, runtime)) {
    throw new UsageError(
      `${spec.text} and --app ${app} name different runtimes. Name the runtime once, or the same one twice`,
    );
  }
  return { ...spec, runtime: { name: runtime.name, version: own?.version ?? runtime.version } };
}

/** Whether two names can be of one runtime: a version agrees with none. */
function agree(a: WantedRuntime, b: WantedRuntime): boolean {
  return a.name === b.name && (a.version === null || b.version === null || a.version === b.version);
}

/** False also where a file stands in place of a folder. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
