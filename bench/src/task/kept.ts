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

/** Returns the path of a whole journal that turbo keeps, below the app's folder. */
export function keptJournalPath(target: {
  readonly directory: string;
  readonly runtime: string;
}): string {
  return join(target.directory, ".deadheat", `${target.runtime}.jsonl`);
}

/** A journal that turbo put back, and under which conditions it was measured. */
export interface KeptJournal {
  readonly records: readonly JournalRecord[];
  /** One for each instance that measured a part of it. */
  readonly runs: readonly RunRecord[];
}

/**
 * Reads the journal that turbo put back for a target.
 * @returns null if there is none, or if it is not whole or of another target, class of machine or oha: turbo's key holds
 *   all of these, and this is the second lock
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
