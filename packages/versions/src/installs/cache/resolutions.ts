import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { writeWhole, cacheDirectory } from "@deadheat/journal";
import { hashOf } from "./hash.ts";

const resolutionSchema = v.object({
  /** Of the install; null where only a version was asked for. */
  key: v.nullable(v.string()),
  versions: v.record(v.string(), v.string()),
  resolvedAt: v.pipe(v.string(), v.isoTimestamp()),
});

/** What a request was resolved to when the registry was last asked. */
export type Resolution = v.InferOutput<typeof resolutionSchema>;

/** Null where it never was. */
export const recall = (request: unknown): Resolution | null => readResolution(fileOf(request));

/** Null where there is none, or it cannot be read. */
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

/** The folder of all of them, one file each. */
export const resolutions = (): string => join(cacheDirectory(), "resolved");

const fileOf = (request: unknown): string => join(resolutions(), `${hashOf(request)}.json`);
