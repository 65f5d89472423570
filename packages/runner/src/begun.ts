import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import {
  amount,
  messageOf,
  readRegular,
  settingsSchema,
  UsageError,
  whyUnread,
  writeWhole,
} from "@deadheat/journal";
import type { RunFolder } from "./plan.ts";

/** The content of `<out>/plan.json`, which is written before the first round. */
const planFileSchema = v.object({
  id: v.string(),
  startedAt: v.string(),
  seed: amount,
  targets: v.array(v.string()),
  settings: settingsSchema,
  /** The options of the user, so that `--resume` needs no other options. */
  request: v.unknown(),
  /** True if journals in the store are not used. */
  force: v.boolean(),
});
type PlanFile = v.InferOutput<typeof planFileSchema>;

/** The decisions about a run before its first round. */
type Decided<Request = unknown> = Omit<PlanFile, "id" | "startedAt" | "request"> & {
  readonly request: Request;
};

/** An interrupted run: its folder, and what was decided when it began. */
export interface BegunRun<Request = unknown> extends Decided<Request> {
  readonly folder: RunFolder;
}

/** The last file of a run; a shard has `SHARD_FILE` instead. */
const RESULT_FILE = "result.json";
export const SHARD_FILE = "shard.json";

/**
 * Returns the run in the folder `out`, or the latest one below `runs` that did not finish.
 * @param out null if the user named no folder
 * @throws UsageError if there is nothing to resume
 */
export function findBegun<Request>(
  out: string | null,
  runs: string,
  requestSchema: v.GenericSchema<unknown, Request>,
): BegunRun<Request> {
  const folder = out ?? lastUnfinished(runs);
  const begun = readPlan(join(folder, "plan.json"), requestSchema);
  if (!isFinished(folder)) return { ...begun, folder: { ...begun.folder, out: folder } };
  throw new UsageError(`${folder} is finished, so there is nothing to resume. Start a new run`);
}

export function savePlan({ id, out, startedAt }: RunFolder, plan: Decided): void {
  writeWhole(join(out, "plan.json"), { id, startedAt, ...plan });
}

/**
 * Returns the values that were given, and for all others the usual ones. The usual options of a resumed run are those with
 * which it began; `refuseOther` later rejects options that would change the run's settings.
 */
export function filled<T extends object>(
  given: { readonly [Key in keyof T]?: T[Key] | null | undefined },
  usual: T,
): T {
  const named = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  return { ...usual, ...Object.fromEntries(named) };
}

function isFinished(out: string): boolean {
  return [RESULT_FILE, SHARD_FILE].some((file) => existsSync(join(out, file)));
}

function lastUnfinished(runs: string): string {
  const names = existsSync(runs) ? readdirSync(runs).toSorted().toReversed() : [];
  const last = names
    .map((name) => join(runs, name))
    .find((out) => existsSync(join(out, "plan.json")) && !isFinished(out));
  if (last !== undefined) return last;
  throw new UsageError("There is no interrupted run to resume. Start a new run without --resume");
}

const LARGEST_PLAN = 2 ** 26;

function readPlan<Request>(file: string, requestSchema: v.GenericSchema<unknown, Request>) {
  try {
    const text = readRegular(file, LARGEST_PLAN);
    if (text === null) throw new Error(whyUnread(file, LARGEST_PLAN));
    const plan: unknown = JSON.parse(text.toString("utf8"));
    const { id, startedAt, request, ...decided } = v.parse(planFileSchema, plan);
    return { ...decided, request: v.parse(requestSchema, request), folder: { id, startedAt } };
  } catch (error) {
    const field = v.isValiError(error) ? `field ${v.getDotPath(error.issues[0]) ?? "?"}: ` : "";
    throw new UsageError(
      `${file} cannot be read: ${field}${messageOf(error)}. Start a new run without --resume`,
    );
  }
}
