import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, rmdirSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import process from "node:process";
import { messageOf, UsageError } from "@deadheat/journal";
import { EnvironmentError } from "@deadheat/measure";

/** The folder of a run, new or taken up again. */
export interface OpenRun {
  readonly id: string;
  readonly out: string;
  /** Of the run's first attempt. */
  readonly startedAt: string;
}

/**
 * A folder for a new run.
 * @param asked by the user; null: one of its own below `runs`
 * @throws UsageError when it would write into the folder of another.
 */
export function openRun(asked: string | null, runs: string): OpenRun {
  const startedAt = new Date().toISOString();
  const id = newRunId(startedAt);
  const out = asked === null ? join(runs, id) : absolute(asked);
  if (existsSync(join(out, "plan.json"))) {
    throw new UsageError(
      `${out} holds another run: give --resume to go on with it, or another --out`,
    );
  }
  makeFolder(out);
  return { id, out, startedAt };
}

/** Removes a run's folder that nothing was written into. */
export function discardEmpty({ out }: OpenRun): void {
  try {
    rmdirSync(out);
  } catch {
    // Something is in it.
  }
}

function makeFolder(out: string): void {
  try {
    mkdirSync(out, { recursive: true });
  } catch (cause) {
    const message = `${out} cannot be made (${messageOf(cause)}): write elsewhere with --out`;
    throw new EnvironmentError(message, { cause });
  }
}

/** `2026-11-21-101530-3fa9c1`: sorts by time. */
export function newRunId(startedAt: string = new Date().toISOString()): string {
  const time = startedAt.slice(0, 19).replaceAll(":", "").replace("T", "-");
  return `${time}-${randomBytes(3).toString("hex")}`;
}

/** Where the user stood, not where pnpm started us. */
export function absolute(path: string): string {
  return isAbsolute(path) ? path : resolve(process.env.INIT_CWD ?? process.cwd(), path);
}
