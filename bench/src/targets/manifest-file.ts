import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import * as v from "valibot";
import { messageOf, retiredSchema, UsageError, type Retired } from "@deadheat/journal";
import { manifestSchema, type Manifest } from "./manifest.ts";

// Reads `apps/<framework>/target.json`, both of frameworks that run and of retired ones.

const MAX_BYTES = 64 * 1024;

/**
 * Returns the manifests below a folder, sorted by framework.
 * @throws UsageError that names the file and the field of an invalid manifest
 */
export function readManifests(directory: string): { running: Manifest[]; retired: Retired[] } {
  const running: Manifest[] = [];
  const retired: Retired[] = [];
  for (const folder of readdirSync(directory).toSorted()) {
    const file = join(directory, folder, "target.json");
    const data = existsSync(file) ? readJson(file) : undefined;
    if (data === undefined) continue;
    const isRetired = typeof data === "object" && data !== null && Object.hasOwn(data, "retired");
    if (isRetired) retired.push(parse(retiredSchema, data, file, folder));
    else running.push(parse(manifestSchema, data, file, folder));
  }
  return { running, retired };
}

/**
 * Returns the manifest in a folder.
 * @throws UsageError that names the file and the field of an invalid manifest
 */
export function readManifest<T extends { framework: string }>(
  schema: v.GenericSchema<unknown, T>,
  folder: string,
): T {
  const file = join(folder, "target.json");
  return parse(schema, readJson(file), file, basename(folder));
}

function readJson(file: string): unknown {
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
function parse<T extends { framework: string }>(
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
