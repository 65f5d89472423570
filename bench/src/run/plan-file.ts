import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { UsageError, writeWhole, settingsSchema } from "@deadheat/journal";
import { runsDirectory } from "../targets/project.ts";
import { absolute, type OpenRun } from "deadheat/parts";
import { runRequestSchema } from "../plan/request.ts";

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

/** An interrupted run: its folder, and what was decided at its beginning. */
export interface BegunRun extends Decided {
  readonly folder: OpenRun;
}

/**
 * The run in `asked`, or the last one that did not finish.
 * @throws UsageError when there is nothing to resume.
 */
export function findBegun(asked: string | null): BegunRun {
  const out = asked === null ? lastUnfinished() : absolute(asked);
  const { id, startedAt, ...decided } = readPlan(out);
  if (isFinished(out)) {
    throw new UsageError(`${out} is finished: there is nothing to resume`);
  }
  return { folder: { id, out, startedAt }, ...decided };
}

/** What a shard's run ends with, as others end with their result. */
export const shardFile = "shard.json";

function isFinished(out: string): boolean {
  return ["result.json", shardFile].some((file) => existsSync(join(out, file)));
}

function lastUnfinished(): string {
  const runs = existsSync(runsDirectory) ? readdirSync(runsDirectory).toSorted().toReversed() : [];
  const last = runs
    .map((name) => join(runsDirectory, name))
    .find((out) => existsSync(join(out, "plan.json")) && !isFinished(out));
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

/** Writes down what a run is about to do. */
export function savePlan({ id, out, startedAt }: OpenRun, plan: Decided): void {
  writeWhole(join(out, "plan.json"), { id, startedAt, ...plan });
}
