import process from "node:process";
import { execa } from "execa";
import * as v from "valibot";
import { diesWithParent, Interrupted, newMark } from "@deadheat/measure";
import { endOfGroup, LEADS_GROUP } from "../../process-group.ts";
import { npmEnvironment } from "./environment.ts";
import { findNpm } from "./find.ts";

/** npm has ended with an error of its own. */
export class NpmFailed extends Error {
  override readonly name = "NpmFailed";
  /** npm's or the system's, `E404`; null where npm has not said one. */
  readonly code: string | null;
  constructor(message: string, code: string | null) {
    super(message);
    this.code = code;
  }
}

/** Quiet, on what is said here alone, whatever the user's settings are for work of their own. */
const ALWAYS = [
  "--json",
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
  // Else without a network it waits for minutes.
  "--fetch-retries=1",
  "--fetch-retry-mintimeout=500",
  "--fetch-retry-maxtimeout=2000",
];

/**
 * With these npm asks the registry: from its own cache it would answer, without a word, for one that cannot be reached.
 * @param empty a folder for what it learns now
 */
export const askingAnew = (empty: string): string[] => [
  `--cache=${empty}`,
  "--fetch-timeout=20000",
];

/**
 * Runs npm in a folder, to its end.
 * @returns what it has written to standard output
 * @throws NpmFailed, and Interrupted when it was ended by the signal: with all that it had started
 */
export async function runNpm(
  args: readonly string[],
  cwd: string,
  signal: AbortSignal,
): Promise<string> {
  const { command } = await findNpm();
  if (signal.aborted) throw new Interrupted();
  const mark = newMark();
  const before = [...diesWithParent(), ...mark.words];
  const [program = "npm", ...rest] = [...before, ...command, ...args, ...ALWAYS];
  const child = execa(program, rest, {
    cwd,
    env: { ...npmEnvironment(process.env), ...mark.env },
    extendEnv: false,
    stdin: "ignore",
    reject: false,
    ...LEADS_GROUP,
  });
  const { failed, stdout, stderr, shortMessage } = await endOfGroup(child, mark, "npm", signal);
  if (!failed) return stdout;
  throw failureOf(stdout, stderr, shortMessage ?? "npm has ended");
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
    // It has ended before it came to that: its Node is too old, or it was killed.
    return new NpmFailed(lastLine || otherwise, null);
  }
}
