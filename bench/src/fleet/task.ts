import { createHash } from "node:crypto";
import * as v from "valibot";
import { isSigned, signatureOf } from "../cache/signature.ts";
import { runRequestSchema } from "../plan/request.ts";

/** The version of a task and of its result. Raise it if a reader of the old version would be wrong. */
const TASK_SCHEMA = 1;

/** The most bytes of a message with a task. A longer one is removed without reading it. */
export const LARGEST_TASK = 32_768;
/** The most rounds of a task. Tasks that `planTasks` makes have 3 at most. */
const MOST_ROUNDS = 20;

export const runId = v.pipe(v.string(), v.regex(/^[\w.:-]{1,80}$/, "the id of a run"));
const digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{16,64}$/, "hexadecimal digits"));
const name = v.pipe(v.string(), v.regex(/^[\w@.-]+(?:\/[\w.-]+)?$/, "a name without a path"));
const number = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99_999));

/** The facts that make a worker's plan the plan of the run. */
export const planOfRunSchema = v.strictObject({
  run: runId,
  /** The options of the user. A worker makes the plan from them again, and compares its digest. */
  request: v.strictObject(runRequestSchema.entries),
  /** The number of machines that a budget is divided among. */
  machines: number,
  seed: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** The digest of the plan: cells, rounds, settings and seed. */
  plan: digest,
  /** The digest of the code, the lockfile, the runtimes and oha. */
  code: digest,
  commit: v.nullable(digest),
  lockfile: digest,
  /** The class of machines: the fingerprint, as in settings. */
  class: digest,
});
export type PlanOfRun = v.InferOutput<typeof planOfRunSchema>;

/** A part of a run that one machine measures at one time. It has neither paths nor commands: everything is a name to look up. */
export const taskSchema = v.strictObject({
  schema: v.literal(TASK_SCHEMA),
  ...planOfRunSchema.entries,
  target: name,
  base: name,
  scenario: name,
  role: v.picklist(["cell", "bridge", "aa"]),
  kind: v.picklist(["duets", "costs", "alone"]),
  /** The numbers of the rounds; empty for `alone`. */
  rounds: v.pipe(v.array(number), v.maxLength(MOST_ROUNDS)),
  /** 2 for rounds that were added because the planned rounds spread too far. */
  stage: v.picklist([1, 2]),
  /** The number of CPUs that the servers and the generator use. */
  cpus: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** The approximate time. */
  seconds: v.pipe(v.number(), v.finite(), v.minValue(0)),
});
export type Task = v.InferOutput<typeof taskSchema>;

/** The task without the facts of its run. */
export type TaskPart = Omit<Task, keyof PlanOfRun | "schema">;

export function taskOf(of: PlanOfRun, part: TaskPart): Task {
  return { schema: TASK_SCHEMA, ...of, ...part };
}

/** The data of a job in the queue. */
const messageSchema = v.strictObject({
  task: v.pipe(v.string(), v.maxLength(LARGEST_TASK)),
  signature: v.pipe(v.string(), v.maxLength(100)),
});
export type TaskMessage = v.InferOutput<typeof messageSchema>;

/** Returns the id of a task, which is the id of its job. BullMQ keeps one job of each id. */
export function idOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

export function sealTask(task: Task, key: string): { id: string; message: TaskMessage } {
  const text = JSON.stringify(task);
  const id = idOf(text);
  return { id, message: { task: text, signature: signatureOf(key, `task ${id}`, text) } };
}

/** The error of a message that is no task for this worker. The message continues the words "Refused a task:". */
export class Refused extends Error {
  override readonly name = "Refused";
}

/**
 * Reads a task from the queue.
 * @param id the id of its job
 * @throws Refused if anything about it is wrong
 */
export function openTask(id: string | undefined, data: unknown, key: string): Task {
  const message = v.safeParse(messageSchema, data);
  if (!message.success) throw new Refused(`its message has another form (${issueOf(message)})`);
  const { task: text, signature } = message.output;
  if (idOf(text) !== id) throw new Refused("its job has the id of another task");
  if (!isSigned(key, `task ${id}`, text, signature)) {
    throw new Refused("its signature is not of this fleet's key");
  }
  const task = v.safeParse(v.pipe(v.string(), v.parseJson(), taskSchema), text);
  if (!task.success) throw new Refused(`it is no task of this version (${issueOf(task)})`);
  return task.output;
}

export function issueOf({ issues }: { readonly issues: readonly v.BaseIssue<unknown>[] }): string {
  const [issue] = issues;
  const where = v.getDotPath(issue as v.BaseIssue<unknown>);
  return `${where === null ? "" : `${where}: `}${issue?.message ?? "unknown"}`.slice(0, 200);
}
