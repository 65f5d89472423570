import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { writeWhole, cacheDirectory } from "@deadheat/journal";
import { keepInUse } from "./in-use.ts";

const entrySchema = v.object({
  kind: v.picklist(["packages", "project", "runtime"]),
  /** By name, of what was asked for. */
  versions: v.record(v.string(), v.string()),
  usedAt: v.pipe(v.string(), v.isoTimestamp()),
});

/** What is installed in a folder of the cache: its file appears with the folder, which is whole from then on. */
export type Entry = v.InferOutput<typeof entrySchema>;

/** The folder of all of them. */
export const installs = (): string => join(cacheDirectory(), "installs");

export const folderOf = (key: string): string => join(installs(), key);

/** Null where there is none. */
export function readEntry(folder: string): Entry | null {
  try {
    return v.parse(entrySchema, JSON.parse(readFileSync(join(folder, "deadheat.json"), "utf8")));
  } catch {
    return null;
  }
}

/**
 * Takes an entry into use, for as long as this process lives. To be called by whoever has its lock.
 * @returns real path of its tree; null where there is none
 */
export async function takeEntry(key: string): Promise<string | null> {
  const folder = folderOf(key);
  const entry = readEntry(folder);
  if (entry === null) return null;
  await keepInUse(folder);
  writeWhole(join(folder, "deadheat.json"), { ...entry, usedAt: new Date().toISOString() });
  return realpathSync(join(folder, "tree"));
}

/**
 * Makes an entry of a tree that is whole, and takes it into use. To be called by whoever has its lock.
 * @returns real path of its tree
 */
export async function makeEntry(
  key: string,
  staging: string,
  { kind, versions }: Omit<Entry, "usedAt">,
): Promise<string> {
  const entry: Entry = { kind, versions, usedAt: new Date().toISOString() };
  writeWhole(join(staging, "deadheat.json"), entry);
  mkdirSync(installs(), { recursive: true });
  const folder = folderOf(key);
  // Somebody has taken its file away: it is not whole.
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  renameSync(staging, folder);
  await keepInUse(folder);
  return realpathSync(join(folder, "tree"));
}
