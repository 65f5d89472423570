import { readFileSync, statSync } from "node:fs";
import * as v from "valibot";
import { messageOf, UsageError } from "@deadheat/journal";

// What every `apps/<framework>/target.json` says, of targets that run and of retired ones.

const MAX_BYTES = 64 * 1024;

/** The JSON of a manifest. @throws UsageError naming the file. */
export function readJson(file: string): unknown {
  if (statSync(file).size > MAX_BYTES) {
    throw new UsageError(`${file}: larger than ${MAX_BYTES} bytes: no manifest is`);
  }
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(`${file}: no JSON: ${messageOf(error)}`);
  }
}

/** @throws UsageError naming the file and the field, also where it is not its folder's manifest. */
export function parseManifest<T extends { framework: string }>(
  schema: v.GenericSchema<unknown, T>,
  data: unknown,
  file: string,
  folder: string,
): T {
  const parsed = v.safeParse(schema, data);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const field = v.getDotPath(issue) ?? "(the whole)";
    throw new UsageError(`${file}: field ${field}: ${issue.message}`);
  }
  if (parsed.output.framework !== folder) {
    throw new UsageError(`${file}: field framework: must be its folder's name, ${folder}`);
  }
  return parsed.output;
}
