import { realpathSync } from "node:fs";
import { relative, resolve } from "node:path";
import { execa } from "execa";
import { UsageError, EnvironmentError } from "@deadheat/journal";
import { cleanEnvironment } from "../processes/environment.ts";

/**
 * Settings with which git runs no hooks and no maintenance, adds no extension that an older git cannot read, and does not warn
 * about line endings.
 */
const SETTINGS = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.splitIndex=false",
  "core.safecrlf=false",
  "gc.auto=0",
  "maintenance.auto=false",
  "worktree.useRelativePaths=false",
  "advice.addEmbeddedRepo=false",
];

/** The options in front of every git command. */
export const gitSettings: readonly string[] = SETTINGS.flatMap((setting) => ["-c", setting]);

/** Returns the environment for git. GIT_OPTIONAL_LOCKS=0 keeps queries from writing the index. */
export function gitEnvironment(): Record<string, string> {
  return {
    ...cleanEnvironment(),
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    LC_ALL: "C",
  };
}

export interface Answered {
  readonly ok: boolean;
  readonly text: string;
  /** The line of git's standard error that says why it failed. */
  readonly said: string;
}

/** The time of a query. In a partial clone git may fetch for it. */
const LONGEST_MILLISECONDS = 600_000;

/**
 * Runs git, and reports failure as a value.
 * @throws EnvironmentError if there is no git
 */
export async function askGit(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  const { failed, code, stdout, stderr, timedOut } = await execa("git", [...gitSettings, ...args], {
    cwd,
    env: { ...gitEnvironment(), ...env },
    extendEnv: false,
    stdin: "ignore",
    reject: false,
    timeout: LONGEST_MILLISECONDS,
  });
  if (code === "ENOENT") {
    throw new EnvironmentError("git is not on PATH. Install it (https://git-scm.com).");
  }
  const last = timedOut ? "it took more than 10 min" : stderr.trim().split("\n").at(-1);
  return { ok: !failed, text: stdout, said: withoutLfs(stderr) ?? last ?? "" };
}

/** Returns what git's words mean if it could not start git-lfs, which the last line does not say; null otherwise. */
export function withoutLfs(words: string): string | null {
  return /\bgit-lfs: (?:command )?not found|'lfs' is not a git command/.test(words)
    ? "Git LFS keeps files of this repository, and git-lfs is not on PATH. Install it (https://git-lfs.com)"
    : null;
}

/**
 * Runs git and returns its output.
 * @throws EnvironmentError if git fails, or there is none
 */
export async function git(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { ok, text, said } = await askGit(args, cwd, env);
  if (ok) return text;
  throw new EnvironmentError(`git ${args.join(" ")} failed in ${cwd}: ${said}`);
}

/** A commit, possibly one that was made of the working tree. */
export interface Commit {
  /** The full id. */
  readonly id: string;
  /** The name in output: `main`, `v5.0.0`, `1a2b3c4`, or `tree` for the working tree. */
  readonly name: string;
  /** The real path of the root of the user's working tree. */
  readonly repository: string;
  /** The full id of HEAD, if this commit was made of a working tree that differs from HEAD. */
  readonly head?: string;
}

/** Returns the id that a name stands for, such as `1a2b3c4` or `1a2b3c4 + changes`. */
export function shortId({ id, head }: Pick<Commit, "id" | "head">): string {
  return head === undefined ? id.slice(0, 7) : `${head.slice(0, 7)} + changes`;
}

interface Repository {
  /** The real path of the root of the user's working tree, which may be a linked one or a submodule's. */
  readonly root: string;
  /** The user's folder, from the root; empty for the root. */
  readonly prefix: string;
  /** The real path of the git folder that all working trees share. */
  readonly commonDir: string;
  readonly shallow: boolean;
}

/**
 * Returns the repository of a folder.
 * @throws UsageError outside of a working tree, EnvironmentError if git refuses or is missing
 */
export async function repositoryOf(cwd: string): Promise<Repository> {
  const asked = ["--show-toplevel", "--git-common-dir", "--is-shallow-repository"];
  const { ok, text, said } = await askGit(["rev-parse", ...asked], cwd);
  if (!ok && /must be run in a work tree/.test(said)) {
    throw new UsageError(
      `${cwd} is a bare repository, or the .git folder of one, and has no files. Go to a working tree of it (git worktree add).`,
    );
  }
  if (!ok && /not a git repository/.test(said)) {
    throw new UsageError(
      `${cwd} is in no working tree of git, so it has no revisions. Go to a working tree, or run \`git init\`.`,
    );
  }
  if (!ok) throw new EnvironmentError(`git failed in ${cwd}: ${said}`);
  const [top = "", common = "", shallow] = text.split("\n");
  const root = realpathSync(top);
  return {
    root,
    prefix: relative(root, realpathSync(cwd)),
    commonDir: realpathSync(resolve(cwd, common)),
    shallow: shallow === "true",
  };
}
