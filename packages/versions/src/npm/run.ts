import { execa } from "execa";
import * as v from "valibot";
import { wholeEnvironment, Interrupted } from "@deadheat/journal";
import { diesWithParent, fence, newMark } from "@deadheat/measure";
import { endOfGroup, LEADS_GROUP } from "../processes/process-group.ts";
import { NO_GIT } from "./from-git.ts";
import { npmEnvironment } from "../processes/npm-environment.ts";
import { findNpm } from "./find.ts";

export class NpmFailed extends Error {
  override readonly name = "NpmFailed";
  /** The code of npm or the system, such as `E404`; NO_GIT if npm looked for that program; null if npm printed none. */
  readonly code: string | null;
  constructor(message: string, code: string | null) {
    super(message);
    this.code = code;
  }
}

/** Options that overrule the user's settings: quiet, no audit, the whole tree in this folder. */
const ALWAYS = [
  "--json",
  // A project's .npmrc may name any program as `git`.
  "--git=git",
  "--loglevel=error",
  "--logs-max=0",
  "--no-audit",
  "--no-fund",
  "--no-update-notifier",
  "--no-global",
  "--no-dry-run",
  "--package-lock",
  "--include=dev",
  "--include=optional",
  "--include=peer",
  // With npm's defaults, a missing network costs minutes.
  "--fetch-retries=1",
  "--fetch-retry-mintimeout=500",
  "--fetch-retry-maxtimeout=2000",
];

/**
 * Returns options with which npm always asks the registry. With its usual cache, npm would answer from there if the registry
 * cannot be reached.
 * @param empty an empty folder for npm's cache
 */
export const askingAnew = (empty: string): string[] => [
  `--cache=${empty}`,
  "--fetch-timeout=20000",
];

/**
 * Runs npm in a folder.
 * @param own the folder that npm, and the scripts of packages, may change, if they are fenced in
 * @returns its standard output
 * @throws NpmFailed, and Interrupted if the signal ended npm and all its children
 */
export async function runNpm(
  args: readonly string[],
  cwd: string,
  signal: AbortSignal,
  env: Readonly<Record<string, string>> = {},
  own?: string,
): Promise<string> {
  const { command } = await findNpm();
  if (signal.aborted) throw new Interrupted();
  const mark = newMark();
  const all = { ...npmEnvironment(wholeEnvironment()), ...env };
  const around = own === undefined ? null : await fence(own, cwd, all);
  const before = [...diesWithParent(), ...mark.words, ...(around?.words ?? [])];
  const [program = "npm", ...rest] = [...before, ...command, ...ALWAYS, ...args];
  const child = execa(program, rest, {
    cwd,
    env: { ...(around?.env ?? all), ...mark.env },
    extendEnv: false,
    stdin: "ignore",
    reject: false,
    ...LEADS_GROUP,
  });
  const ending = endOfGroup(child, mark, "npm", signal).finally(() => around?.remove());
  const { failed, stdout, stderr, shortMessage } = await ending;
  if (!failed) return stdout;
  const failure = failureOf(stdout, stderr, shortMessage ?? "npm failed");
  const lacksGit = failure.code === "ENOENT" && /\bgit\b/.test(failure.message);
  if (lacksGit && args.includes(`--git=${NO_GIT}`)) throw new NpmFailed(failure.message, NO_GIT);
  throw failure;
}

const failureSchema = v.object({
  error: v.object({ code: v.nullish(v.string()), summary: v.nullish(v.string()) }),
});

function failureOf(stdout: string, stderr: string, otherwise: string): NpmFailed {
  const lastLine = stderr.trim().split("\n").at(-1);
  try {
    const { error } = v.parse(failureSchema, JSON.parse(stdout));
    const [summary] = (error.summary ?? "").trim().split("\n");
    return new NpmFailed(summary || lastLine || otherwise, error.code ?? null);
  } catch {
    // npm printed no JSON: its Node is too old, or it was killed.
    return new NpmFailed(lastLine || otherwise, null);
  }
}
