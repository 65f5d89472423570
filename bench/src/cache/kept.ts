import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  isWhole,
  readJournal,
  type JournalRecord,
  type RunRecord,
  type Settings,
} from "@deadheat/journal";
import type { Target } from "../targets/manifest.ts";

/** Returns the path below the app's folder at which turbo expects and restores a journal. */
export function keptJournalPath(target: {
  readonly directory: string;
  readonly runtime: string;
}): string {
  return join(target.directory, ".deadheat", `${target.runtime}.jsonl`);
}

export interface KeptJournal {
  readonly records: readonly JournalRecord[];
  /** The headers, one for each instance that measured a part of the journal. */
  readonly runs: readonly RunRecord[];
}

/**
 * Reads the journal that turbo restored for a target.
 * @returns null if the journal is missing, incomplete, or of another target, class of machine or oha. Turbo's key contains
 *   all of these, so this is a second check
 */
export async function readKept(
  target: Target,
  { machine, tools }: Pick<Settings, "machine" | "tools">,
): Promise<KeptJournal | null> {
  const path = keptJournalPath(target);
  if (!existsSync(path)) return null;
  const { records, bad } = await readJournal(path);
  const runs = records.filter((record) => record.type === "run");
  const fits = runs.every(
    (run) =>
      run.target === target.name &&
      run.settings.machine.fingerprint === machine.fingerprint &&
      run.settings.tools.oha.sha256 === tools.oha.sha256,
  );
  return bad.length === 0 && runs.length > 0 && fits && isWhole(records) ? { records, runs } : null;
}
