import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { messageOf, UsageError } from "../errors.ts";
import { resultSchema, type Result } from "../result.ts";
import { absolute } from "../run-folder.ts";
import { writeReports } from "./write.ts";

/**
 * Reads a run's result and draws its reports again.
 * @throws UsageError when there is none, or when it is not what this version writes.
 */
export function reportFolder(directory: string): { path: string; result: Result } {
  const out = absolute(directory);
  const result = readResult(join(out, "result.json"));
  return { path: writeReports(out, result), result };
}

export function readResult(file: string): Result {
  let data: unknown;
  try {
    data = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${messageOf(error)}`);
  }
  const parsed = v.safeParse(resultSchema, data);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new UsageError(`${file}: field ${v.getDotPath(issue) ?? "(the whole)"}: ${issue.message}`);
}
