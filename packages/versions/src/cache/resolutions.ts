import { mkdirSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { writeWhole, cacheDirectory } from "@deadheat/journal";
import { hashOf, readAs } from "./entry.ts";

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

export const readResolution = (file: string): Resolution | null => readAs(resolutionSchema, file);

export function memorize(
  request: unknown,
  key: string | null,
  versions: Readonly<Record<string, string>>,
): void {
  mkdirSync(resolutions(), { recursive: true });
  const resolution: Resolution = { key, versions, resolvedAt: new Date().toISOString() };
  writeWhole(fileOf(request), resolution);
}

export const resolutions = (): string => join(cacheDirectory(), "resolved");

const fileOf = (request: unknown): string => join(resolutions(), `${hashOf(request)}.json`);
