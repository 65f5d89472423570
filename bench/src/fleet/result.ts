import { gunzipSync, gzipSync } from "node:zlib";
import * as v from "valibot";
import { seal, unseal } from "./sealed.ts";
import { issueOf, Refused, runId } from "./task.ts";

/** The most bytes of a result in Redis, compressed and not. */
export const LARGEST_RESULT = 4 * 2 ** 20;
const LARGEST_JOURNALS = 32 * 2 ** 20;

/** The measurements of a worker: the lines of its journals, one text a target. */
const resultSchema = v.strictObject({
  schema: v.literal(1),
  run: runId,
  task: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, "the id of a task")),
  worker: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/, "the id of a worker")),
  instance: v.pipe(v.string(), v.maxLength(64)),
  journals: v.pipe(v.array(v.string()), v.maxLength(20)),
});
export type TaskResult = v.InferOutput<typeof resultSchema>;

/** Returns the result as it is stored in Redis. */
export function sealResult(result: Omit<TaskResult, "schema">, key: string): string {
  const body = gzipSync(JSON.stringify({ schema: 1, ...result })).toString("base64");
  return seal(key, `result ${result.run}`, body);
}

/** Reads a result of a run. @throws Refused if anything about it is wrong */
export function openResult(text: string, run: string, key: string): TaskResult {
  const body = unseal(key, `result ${run}`, text);
  let plain: string;
  try {
    const limit = { maxOutputLength: LARGEST_JOURNALS };
    plain = gunzipSync(Buffer.from(body, "base64"), limit).toString("utf8");
  } catch {
    throw new Refused("it cannot be unpacked");
  }
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), resultSchema), plain);
  if (!result.success) throw new Refused(`it is no result of this version (${issueOf(result)})`);
  if (result.output.run !== run) throw new Refused("it is of another run");
  return result.output;
}
