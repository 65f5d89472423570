import { statSync } from "node:fs";
import { resolve } from "node:path";
import { attempt, fileRuntimes as runtimes, type Runtime, UsageError } from "@deadheat/journal";

export interface WantedRuntime {
  readonly name: Runtime;
  /** A version, range or tag of npm; null for the version that is installed. */
  readonly version: string | null;
}

const RUNTIME = new RegExp(String.raw`^(${runtimes.join("|")})(?:@([\w.^~<>=*-]+))?$`);

/** Reads `node` or `bun@1.3`; null for any other text. */
export function readRuntime(text: string): WantedRuntime | null {
  const [, name, version = null] = RUNTIME.exec(text) ?? [];
  return name === undefined ? null : { name: name as Runtime, version };
}

/** Reads the values of `--runtime`. @throws UsageError */
export function readRuntimes(texts: readonly string[]): WantedRuntime[] {
  return texts.map((text) => {
    const runtime = readRuntime(text);
    if (runtime !== null) return runtime;
    throw new UsageError(
      `--runtime ${text}: name ${runtimes.join(", ")}, each with or without @version`,
    );
  });
}

/** Splits `server.ts/bun@1.3`; null if no runtime stands at the end. */
export function splitRuntime(
  named: string,
): { readonly rest: string; readonly runtime: WantedRuntime } | null {
  const at = named.lastIndexOf("/");
  const runtime = readRuntime(named.slice(at + 1));
  return at < 1 || runtime === null ? null : { rest: named.slice(0, at), runtime };
}

/** Returns the suffix that names a runtime, such as `/bun@1.3`; empty if there is none. */
export function suffixOf(runtime: WantedRuntime | null): string {
  if (runtime === null) return "";
  return runtime.version === null ? `/${runtime.name}` : `/${runtime.name}@${runtime.version}`;
}

/** Returns the message for a word that is not a runtime: the runtimes, and where to write them. */
export function runtimeHelp(after: string, word: string): string {
  const spellings = runtimes.map((name) => `${after}/${name}`).join(", ");
  return (
    `there is no runtime ${JSON.stringify(word)}. The runtimes are ${runtimes.join(", ")}, and one is written last: ` +
    `${spellings}, or with a version, ${after}/node@24`
  );
}

/**
 * Rejects `server.ts/nodee`: a file cannot lie below a file, so the word after it must be meant as a runtime.
 * @param named a path, without a label
 * @param text the text that the user wrote, for the message
 * @throws UsageError
 */
export function refuseUnknownRuntime(named: string, text: string, cwd: string): void {
  const [, file = "", word = ""] = /^(.+)\/([^/]*)$/.exec(named) ?? [];
  if (file === "" || splitRuntime(named) !== null || !isFile(resolve(cwd, file))) return;
  throw new UsageError(`${text}: ${runtimeHelp(file, word)}`);
}

/** Matches names of scripts. An older revision may have a script that the working tree lacks. */
const SCRIPT = /\.[mc]?[jt]sx?$/;

/**
 * Reads `server.ts` or `server.ts/bun`. A file whose name is a runtime counts as a file.
 * @returns the absolute path of the file, and the runtime; null if none is named
 * @throws UsageError for a runtime that does not exist
 */
export function readApp(
  app: string,
  cwd: string,
): { readonly file: string; readonly runtime: WantedRuntime | null } {
  const whole = { file: resolve(cwd, app), runtime: null };
  if (isFile(whole.file)) return whole;
  refuseUnknownRuntime(app, `--app ${app}`, cwd);
  const split = splitRuntime(app);
  if (split === null) return whole;
  const file = resolve(cwd, split.rest);
  return isFile(file) || SCRIPT.test(file) ? { file, runtime: split.runtime } : whole;
}

/** Returns whether a path is a file. Returns false if a parent of the path is a file. */
function isFile(path: string): boolean {
  return attempt(() => statSync(path).isFile()) ?? false;
}
