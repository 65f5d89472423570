import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import * as v from "valibot";
import {
  attempt,
  cacheDirectory,
  type Lock,
  readText,
  takeLock,
  writeWhole,
} from "@deadheat/journal";
import { isolation } from "@deadheat/measure";
import { everythingIn, packagesIn } from "./contents.ts";

const entrySchema = v.object({
  kind: v.picklist(["packages", "project", "runtime"]),
  /** The versions of the packages that were asked for, by name. */
  versions: v.record(v.string(), v.string()),
  usedAt: v.pipe(v.string(), v.isoTimestamp()),
  /** The digest of what it runs (contents.ts), and the time when it was made, in milliseconds. */
  contents: v.string(),
  madeAt: v.number(),
  /** The digest of all files, which isolated servers do not change. */
  everything: v.string(),
});

/** The file `deadheat.json` of an installed folder. It appears together with the folder, which is complete from then on. */
export type Entry = v.InferOutput<typeof entrySchema>;

export const installs = (): string => join(cacheDirectory(), "installs");

export const folderOf = (key: string): string => join(installs(), key);

/** Returns a name for a JSON value: equal values have equal names, and the name fits into any path. */
export function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32);
}

export function readAs<S extends v.GenericSchema>(schema: S, file: string) {
  return attempt(() => v.parse(schema, JSON.parse(readText(file))));
}

/** Returns `express 4.21.2, koa 3.0.0`. */
export function told(versions: Entry["versions"]): string {
  const each = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return each.join(", ");
}

/** Returns null if there is no complete entry. */
export function readEntry(folder: string): Entry | null {
  return readAs(entrySchema, join(folder, "deadheat.json"));
}

/**
 * Returns a function that returns false if something has written to the code of an install since it was made, as a measured
 * server may.
 * @param tree the folder that was installed
 */
export function watchInstall(tree: string): () => Promise<boolean> {
  const folder = dirname(tree);
  const entry = readEntry(folder);
  return async () => entry !== null && isUnchanged(folder, entry);
}

async function isUnchanged(
  folder: string,
  { contents, madeAt, everything }: Entry,
): Promise<boolean> {
  const tree = join(folder, "tree");
  // Without isolation, a server may write to files that are no code.
  const { mode } = await isolation();
  if (mode === "none") return packagesIn(tree, madeAt) === contents;
  return everythingIn(tree, cacheDirectory()) === everything;
}

/**
 * Marks an entry as in use for as long as this process lives. The caller holds its lock.
 * @returns the real path of its tree; null if there is no entry, or if its code has changed
 */
export async function takeEntry(key: string, note: (line: string) => void): Promise<string | null> {
  const folder = folderOf(key);
  const entry = readEntry(folder);
  if (entry === null) return null;
  if (!(await isUnchanged(folder, entry))) {
    note(`${told(entry.versions)}: files have changed since the install, so it is made again`);
    return null;
  }
  await keepInUse(folder);
  writeWhole(join(folder, "deadheat.json"), { ...entry, usedAt: new Date().toISOString() });
  return realpathSync(join(folder, "tree"));
}

/**
 * Makes an entry of a complete tree, and marks it as in use. The caller holds its lock.
 * @returns the real path of its tree
 */
export async function makeEntry(
  key: string,
  staging: string,
  { kind, versions }: Pick<Entry, "kind" | "versions">,
): Promise<string> {
  const now = new Date();
  const madeAt = now.getTime();
  const contents = packagesIn(join(staging, "tree"), madeAt);
  const everything = everythingIn(join(staging, "tree"), cacheDirectory());
  const entry: Entry = { kind, versions, contents, madeAt, everything, usedAt: now.toISOString() };
  writeWhole(join(staging, "deadheat.json"), entry);
  mkdirSync(installs(), { recursive: true });
  const folder = folderOf(key);
  // A folder without its file is not complete.
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  renameSync(staging, folder);
  await keepInUse(folder);
  return realpathSync(join(folder, "tree"));
}

const held = new Map<string, Lock | null>();

/** Protects a folder of the cache from pruning for as long as this process lives. */
export async function keepInUse(folder: string): Promise<void> {
  if (held.has(folder)) return;
  await isInUse(folder);
  mkdirSync(join(folder, "in-use"), { recursive: true });
  held.set(folder, await takeLock(join(folder, "in-use", randomUUID()), String(process.pid)));
}

/** Returns whether a living process uses the folder. Releases the locks of dead ones. */
export async function isInUse(folder: string): Promise<boolean> {
  let living = false;
  const names = attempt(() => readdirSync(join(folder, "in-use"))) ?? [];
  // Each user has one file. A lock may keep more files beside it.
  for (const name of names.filter((one) => /^[0-9a-f-]{36}$/.test(one))) {
    const lock = await takeLock(join(folder, "in-use", name), "");
    if (lock === null) living = true;
    else lock.release();
  }
  return living;
}
