import { readFileSync, statSync } from "node:fs";
import * as v from "valibot";
import { messageOf, UsageError } from "./errors.ts";

export const runtimes = ["node", "bun", "deno"] as const;
export type Runtime = (typeof runtimes)[number];

// What every `apps/<framework>/target.json` says, of targets that run and of retired ones.

export const frameworkName = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9][a-z0-9.-]{0,63}$/, "lower-case letters, digits, dots and dashes"),
);
export const packageName = v.pipe(
  v.string(),
  v.regex(/^(@[a-z0-9~-][a-z0-9._~-]*\/)?[A-Za-z0-9~-][A-Za-z0-9._~-]*$/, "an npm package's name"),
);
export const address = v.pipe(v.string(), v.url(), v.startsWith("https://"));
/** Nothing that a terminal or a report could take for something else than text. */
export const sentence = v.pipe(v.string(), v.regex(/^[\x20-\x7e]{1,400}$/, "one plain sentence"));
/** Neither a target nor a cell exists twice. */
export const once = <Item>() =>
  v.check<Item[], string>((items) => new Set(items).size === items.length, "each only once");
export const someRuntimes = v.pipe(v.array(v.picklist(runtimes)), v.minLength(1), once());

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
