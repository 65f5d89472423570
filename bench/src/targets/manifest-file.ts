import { readFileSync, statSync } from "node:fs";
import * as v from "valibot";
import { messageOf, UsageError } from "@deadheat/journal";

// Reads `apps/<framework>/target.json`, both of frameworks that run and of retired ones.

const MAX_BYTES = 64 * 1024;

/** Returns the JSON of a manifest. @throws UsageError that names the file */
export function readJson(file: string): unknown {
  if (statSync(file).size > MAX_BYTES) {
    throw new UsageError(`${file}: larger than ${MAX_BYTES} bytes, the limit of a manifest`);
  }
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(`${file}: not valid JSON: ${messageOf(error)}`);
  }
}

/** Returns the manifest in `data`. @throws UsageError that names the file and the field, also for another folder's name */
export function parseManifest<T extends { framework: string }>(
  schema: v.GenericSchema<unknown, T>,
  data: unknown,
  file: string,
  folder: string,
): T {
  const parsed = v.safeParse(schema, data);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const field = v.getDotPath(issue) ?? "(the whole file)";
    throw new UsageError(`${file}: field ${field}: ${issue.message}`);
  }
  if (parsed.output.framework !== folder) {
    throw new UsageError(`${file}: field framework: must be the folder's name, ${folder}`);
  }
  return parsed.output;
}
