import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { writeWhole, cacheDirectory } from "@deadheat/journal";
import { hashOf } from "./hash.ts";

const resolutionSchema = v.object({
  /** The key of the install; null if only a version was asked for. */
  key: v.nullable(v.string()),
  versions: v.record(v.string(), v.string()),
  resolvedAt: v.pipe(v.string(), v.isoTimestamp()),
});

/** The versions that the registry gave for a request at the last time. */
export type Resolution = v.InferOutput<typeof resolutionSchema>;

/** Returns null if the request was never resolved. */
export const recall = (request: unknown): Resolution | null => readResolution(fileOf(request));

/** Returns null if the file is missing or cannot be read. */
export function readResolution(file: string): Resolution | null {
  try {
    return v.parse(resolutionSchema, JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

export function memorize(
  request: unknown,
  key: string | null,
  versions: Readonly<Record<string, string>>,
): void {
  mkdirSync(resolutions(), { recursive: true });
  const resolution: Resolution = { key, versions, resolvedAt: new Date().toISOString() };
  writeWhole(fileOf(request), resolution);
}

/** Returns the folder of all resolutions, one file each. */
export const resolutions = (): string => join(cacheDirectory(), "resolved");

const fileOf = (request: unknown): string => join(resolutions(), `${hashOf(request)}.json`);
