import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import process from "node:process";
import * as v from "valibot";
import { EnvironmentError, messageOf, UsageError } from "./errors.ts";
import { runsDirectory } from "./project.ts";
import { runRequestSchema } from "./run-request.ts";
import { settingsSchema } from "./settings.ts";

/** `<out>/plan.json`: what a run is about to do, written before it begins. */
const planFileSchema = v.object({
  id: v.string(),
  startedAt: v.string(),
  seed: v.number(),
  targets: v.array(v.string()),
  settings: settingsSchema,
  request: runRequestSchema,
  /** What the cache holds is measured again. */
  force: v.boolean(),
});
type PlanFile = v.InferOutput<typeof planFileSchema>;

/** What is decided about a run before its first block. */
export type Decided = Omit<PlanFile, "id" | "startedAt">;

/** The folder of a run, new or taken up again. */
export interface OpenRun {
  readonly id: string;
  readonly out: string;
  /** Of the run's first attempt. */
  readonly startedAt: string;
  readonly save: (plan: Decided) => void;
}

/** An interrupted run: its folder, and what was decided at its beginning. */
export interface BegunRun extends Decided {
  readonly folder: OpenRun;
}

/**
 * A folder for a new run.
 * @throws UsageError when it would write into the folder of another.
 */
export function openRun(asked: string | null): OpenRun {
  const startedAt = new Date().toISOString();
  const id = newRunId(startedAt);
  const out = asked === null ? join(runsDirectory, id) : absolute(asked);
  if (existsSync(join(out, "plan.json"))) {
    throw new UsageError(
      `${out} holds another run: give --resume to go on with it, or another --out`,
    );
  }
  makeFolder(out);
  return { id, out, startedAt, save: saver(id, out, startedAt) };
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

/**
 * The run in `asked`, or the last one that did not finish.
 * @throws UsageError when there is nothing to resume.
 */
export function findBegun(asked: string | null): BegunRun {
  const out = asked === null ? lastUnfinished() : absolute(asked);
  const { id, startedAt, ...decided } = readPlan(out);
  if (existsSync(join(out, "result.json"))) {
    throw new UsageError(`${out} is finished: there is nothing to resume`);
  }
  return { folder: { id, out, startedAt, save: saver(id, out, startedAt) }, ...decided };
}

function lastUnfinished(): string {
  const runs = existsSync(runsDirectory) ? readdirSync(runsDirectory).toSorted().toReversed() : [];
  const last = runs
    .map((name) => join(runsDirectory, name))
    .find((out) => existsSync(join(out, "plan.json")) && !existsSync(join(out, "result.json")));
  if (last !== undefined) return last;
  throw new UsageError("there is no interrupted run to resume: start one without --resume");
}

function readPlan(out: string): PlanFile {
  const file = join(out, "plan.json");
  try {
    return v.parse(planFileSchema, JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${String(error)}): start a new run`);
  }
}

function saver(id: string, out: string, startedAt: string): OpenRun["save"] {
  return (plan) => writeWhole(join(out, "plan.json"), { id, startedAt, ...plan });
}

/** Under another name first, so that nothing half-written is ever read as whole. */
export function writeWhole(path: string, content: unknown): void {
  const text = typeof content === "string" ? content : `${JSON.stringify(content, null, 1)}\n`;
  try {
    writeFileSync(`${path}.partial`, text, { flush: true });
  } catch (error) {
    rmSync(`${path}.partial`, { force: true });
    throw Object.assign(error as NodeJS.ErrnoException, { path });
  }
  renameSync(`${path}.partial`, path);
}

/** Where the user stood, not where pnpm started us. */
export function absolute(path: string): string {
  return isAbsolute(path) ? path : resolve(process.env.INIT_CWD ?? process.cwd(), path);
}
