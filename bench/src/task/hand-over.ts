import { rmSync } from "node:fs";
import { basename } from "node:path";
import process from "node:process";
import { copyWhole, isWhole, journalPath, readJournal } from "@deadheat/journal";
import { fromEnvironment } from "./context.ts";
import { keptJournalPath } from "./kept.ts";

/**
 * Copies a journal from a run's folder to the path that turbo caches. A run starts this for each of its targets, so this
 * file imports little. A run's task never measures: a server could read the remote cache's secrets in the environment of
 * turbo. The run measures instead.
 * @returns the exit code: 1 if there is no complete journal, or if turbo has hashed other sources; null if a person has
 *   started turbo
 */
export async function handOver(runtime: string): Promise<0 | 1 | null> {
  const context = fromEnvironment();
  if (context === null) return null;
  if (!context.run.finished) return 1;
  const directory = process.cwd();
  const path = journalPath(context.run.out, { framework: basename(directory), runtime });
  const kept = keptJournalPath({ directory, runtime });
  rmSync(kept, { force: true });
  const { records } = await readJournal(path);
  const header = records.find((record) => record.type === "run");
  if (!isWhole(records) || header?.taskHash !== process.env.TURBO_HASH) return 1;
  copyWhole(path, kept);
  return 0;
}
