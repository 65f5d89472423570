import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { lstatSync, mkdirSync, rmdirSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import process from "node:process";
import { attempt, messageOf, UsageError, EnvironmentError } from "@deadheat/journal";
import type { Result } from "@deadheat/judge";
import type { RunFolder } from "@deadheat/runner";
import { gitEnvironment, gitSettings } from "@deadheat/versions";

/** The files of a run that can be continued, and the other traces of a run. */
const RESUMABLE = ["plan.json", "search.json"];
const RUN_FILES = [...RESUMABLE, "journal", "comparison.json", "result.json"];

/** @throws UsageError if a folder that the user named holds another run */
export function requireUnused(asked: string | null = null): void {
  if (asked === null) return;
  const out = absolute(asked);
  const used = RUN_FILES.find((name) => attempt(() => lstatSync(join(out, name))) !== null);
  if (used === undefined) return;
  const resume = RESUMABLE.includes(used) ? "Add --resume to continue it, or choose" : "Choose";
  throw new UsageError(`${out} has another run. ${resume} another folder with --out`);
}

/**
 * Makes a folder for a new run. A command that does long work before this calls `requireUnused` first.
 * @param asked the folder that the user named; null for a new one below `runs`
 * @throws UsageError if the folder holds another run
 */
export function openRun(asked: string | null, runs: string): RunFolder {
  const startedAt = new Date().toISOString();
  const id = newRunId(startedAt);
  const out = asked === null ? join(runs, id) : absolute(asked);
  requireUnused(asked);
  try {
    mkdirSync(out, { recursive: true });
  } catch (cause) {
    const message = `${out} cannot be created (${messageOf(cause)}): write elsewhere with --out`;
    throw new EnvironmentError(message, { cause });
  }
  return { id, out, startedAt };
}

export function discardEmpty({ out }: RunFolder): void {
  attempt(() => rmdirSync(out));
}

/** Returns a run's id, such as `2026-11-21-101530-3fa9c1`. Ids sort by time. */
export function newRunId(startedAt: string = new Date().toISOString()): string {
  const time = startedAt.slice(0, 19).replaceAll(":", "").replace("T", "-");
  return `${time}-${randomBytes(3).toString("hex")}`;
}

/** Resolves a path against the user's folder, not the one in which pnpm starts commands. */
export function absolute(path: string): string {
  return isAbsolute(path) ? path : resolve(process.env.INIT_CWD ?? process.cwd(), path);
}

/**
 * Returns the commit that a folder is at; null if it is in no repository. Runs nothing that the repository's settings
 * name, and asks about no other repository that a hook's environment names.
 */
export function describeGit(cwd: string): Result["run"]["git"] {
  const git = (...args: string[]) =>
    execFileSync("git", [...gitSettings, ...args], {
      cwd,
      env: gitEnvironment(),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 60_000,
    });
  return attempt(() => {
    return { commit: git("rev-parse", "HEAD").trim(), dirty: git("status", "--porcelain") !== "" };
  });
}
