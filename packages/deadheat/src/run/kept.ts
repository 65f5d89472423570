import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, renameSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { readJournal, type RunRecord, cacheDirectory } from "@deadheat/journal";
import type { Running, RunTarget } from "./running.ts";

/**
 * Where a target's journal is kept: below the user's cache directory, under a hash of everything that decides its
 * figures. A seed that was drawn decides none.
 */
export function keptPath(
  header: RunRecord,
  { runtimeVersion }: RunTarget,
  { requests }: Running,
): string {
  const { runId: _, startedAt: __, seed: ___, ...conditions } = header;
  const key = createHash("sha256")
    .update(JSON.stringify([conditions, runtimeVersion, requests]))
    .digest("hex");
  return join(cacheDirectory(), "journals", `${key}.jsonl`);
}

/** Whether a whole journal is kept there. */
export async function isKept(kept: string): Promise<boolean> {
  if (!existsSync(kept)) return false;
  const { records, bad } = await readJournal(kept);
  const end = records.at(-1);
  return bad.length === 0 && end?.type === "end" && end.status === "ok";
}

/** Puts a journal that is kept into a run's folder. */
export function takeKept(kept: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  copyFileSync(kept, path);
  // Whoever clears the cache sees what is in use.
  utimesSync(kept, new Date(), new Date());
}

/** A copy under another name first: who finds a journal finds it whole. */
export function keep(path: string, kept: string): void {
  mkdirSync(dirname(kept), { recursive: true });
  const partial = `${kept}.${process.pid}.partial`;
  copyFileSync(path, partial);
  renameSync(partial, kept);
}
