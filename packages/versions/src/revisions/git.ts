import { realpathSync } from "node:fs";
import { relative, resolve } from "node:path";
import { execa } from "execa";
import { UsageError } from "@deadheat/journal";
import { EnvironmentError } from "@deadheat/measure";
import { cleanEnvironment } from "./environment.ts";

/**
 * Nobody's hooks are run, nothing is tidied up meanwhile, and the repository gets no extension that an older git does not
 * read. Line endings that git would warn about are none of our business.
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

/** In front of every command of git. */
export const gitSettings: readonly string[] = SETTINGS.flatMap((setting) => ["-c", setting]);

/** GIT_OPTIONAL_LOCKS: what only asks leaves the index as it is, its cached times too. */
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
  /** The last line that git has said about it. */
  readonly said: string;
}

/** @throws EnvironmentError where there is no git */
export async function askGit(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  const { failed, code, stdout, stderr } = await execa("git", [...gitSettings, ...args], {
    cwd,
    env: { ...gitEnvironment(), ...env },
    extendEnv: false,
    stdin: "ignore",
    reject: false,
  });
  if (code === "ENOENT") {
    throw new EnvironmentError("git is not on PATH: install it (https://git-scm.com)");
  }
  return { ok: !failed, text: stdout, said: stderr.trim().split("\n").at(-1) ?? "" };
}

/** @throws EnvironmentError where git fails, or there is none */
export async function git(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { ok, text, said } = await askGit(args, cwd, env);
  if (ok) return text;
  throw new EnvironmentError(`git ${args.join(" ")} failed in ${cwd}: ${said}`);
}

/** One that git knows, or that was made of the working tree. */
export interface Commit {
  /** In full. */
  readonly id: string;
  /** As output calls it: `main`, `v5.0.0`, `1a2b3c4`; `tree` for the working tree. */
  readonly name: string;
  /** Real path of the root of the working tree in which the user stands. */
  readonly repository: string;
  /** HEAD in full, where this commit was made of a working tree that differs from HEAD. */
  readonly head?: string;
}

/** What a name stands for: `1a2b3c4`, `1a2b3c4 + changes`. */
export function shortId({ id, head }: Pick<Commit, "id" | "head">): string {
  return head === undefined ? id.slice(0, 7) : `${head.slice(0, 7)} + changes`;
}

export interface Repository {
  /** Real path of the root of the working tree in which the user stands, be it a linked one or a submodule's. */
  readonly root: string;
  /** Where the user stands, below that; empty for the root. */
  readonly prefix: string;
  /** Real path of what all of its working trees share. */
  readonly commonDir: string;
  readonly shallow: boolean;
}

/** @throws UsageError outside of a working tree; EnvironmentError where git does not want to, or there is none */
export async function repositoryOf(cwd: string): Promise<Repository> {
  const asked = ["--show-toplevel", "--git-common-dir", "--is-shallow-repository"];
  const { ok, text, said } = await askGit(["rev-parse", ...asked], cwd);
  if (!ok && /not a git repository|must be run in a work tree/.test(said)) {
    throw new UsageError(
      `${cwd} is in no working tree of git, so that there are no revisions to compare: go to one, or \`git init\``,
    );
  }
  if (!ok) throw new EnvironmentError(`git cannot be asked about ${cwd}: ${said}`);
  const [top = "", common = "", shallow] = text.split("\n");
  const root = realpathSync(top);
  return {
    root,
    prefix: relative(root, realpathSync(cwd)),
    commonDir: realpathSync(resolve(cwd, common)),
    shallow: shallow === "true",
  };
}
