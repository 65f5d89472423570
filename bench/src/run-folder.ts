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
import { isDeepStrictEqual } from "node:util";
import process from "node:process";
import * as v from "valibot";
import { EnvironmentError, messageOf, UsageError } from "./errors.ts";
import { runsDirectory } from "./project.ts";
import { settingsSchema, type Settings } from "./settings.ts";

/** `<out>/plan.json`: what a run is about to do, written before it begins. */
const planFileSchema = v.object({
  id: v.string(),
  startedAt: v.string(),
  seed: v.number(),
  targets: v.array(v.string()),
  settings: settingsSchema,
});

/** The folder of a run, new or taken up again. */
export interface OpenRun {
  readonly id: string;
  readonly out: string;
  /** Of the run's first attempt. */
  readonly startedAt: string;
  /** Of the attempt that is resumed; null for a new run. */
  readonly seed: number | null;
  readonly save: (plan: { seed: number; settings: Settings; targets: string[] }) => void;
}

/**
 * The folder of this run: a new one, or with `resume` that of the last run that did not finish.
 * @throws UsageError when there is nothing to resume, when it was started with other settings (a
 * changed machine included), or when a new run would write into the folder of another.
 */
export function openRun(
  options: { readonly out: string | null; readonly resume: boolean },
  settings: Settings,
): OpenRun {
  const asked = options.out === null ? null : absolute(options.out);
  if (options.resume) return resumed(asked, settings);
  const startedAt = new Date().toISOString();
  const id = newRunId(startedAt);
  const out = asked ?? join(runsDirectory, id);
  if (existsSync(join(out, "plan.json"))) {
    throw new UsageError(
      `${out} holds another run: give --resume to go on with it, or another --out`,
    );
  }
  makeFolder(out);
  return { id, out, startedAt, seed: null, save: saver(id, out, startedAt) };
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

function resumed(asked: string | null, settings: Settings): OpenRun {
  const out = asked ?? lastUnfinished();
  const plan = readPlan(out);
  if (existsSync(join(out, "result.json"))) {
    throw new UsageError(`${out} is finished: there is nothing to resume`);
  }
  for (const key of Object.keys(settings) as (keyof Settings)[]) {
    // The seed is the interrupted run's, whichever it was.
    if (key !== "seed" && !isDeepStrictEqual(plan.settings[key], settings[key])) {
      throw new UsageError(
        `${out} cannot be resumed: ${key} was ${JSON.stringify(plan.settings[key])} and is now ` +
          `${JSON.stringify(settings[key])}. Give the same options, or start anew without --resume.`,
      );
    }
  }
  const { id, startedAt, seed } = plan;
  return { id, out, startedAt, seed, save: saver(id, out, startedAt) };
}

function lastUnfinished(): string {
  const runs = existsSync(runsDirectory) ? readdirSync(runsDirectory).toSorted().toReversed() : [];
  const last = runs
    .map((name) => join(runsDirectory, name))
    .find((out) => existsSync(join(out, "plan.json")) && !existsSync(join(out, "result.json")));
  if (last !== undefined) return last;
  throw new UsageError("there is no interrupted run to resume: start one without --resume");
}

function readPlan(out: string): v.InferOutput<typeof planFileSchema> {
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
