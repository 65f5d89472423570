import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { readJournal, type Settings } from "@deadheat/journal";
import type { CacheMode } from "../../plan/cache-mode.ts";
import type { Target } from "../../targets/manifest.ts";
import { journalPath, keptJournalPath } from "../../task/journal-path.ts";

export interface Here {
  /** The run's folder. */
  readonly out: string;
  readonly settings: Settings;
  readonly instance: string;
  readonly mode: CacheMode;
}

/** What became of a journal that turbo put back. */
export type Fate =
  | "taken"
  /** Measured by another instance of this class. */
  | "taken from another"
  | "another's"
  /** Not there, not whole, or of another task, class of machine or oha. */
  | "unfit";

/**
 * Copies a journal that turbo put back into the run's folder, if it is the one that belongs to the task's key, this
 * class of machine and this oha: turbo's key holds all three, this is the second lock. It is the only one for the
 * instance, which is in no key.
 */
export async function takeReplayed(
  target: Target,
  hash: string,
  { out, settings, instance, mode }: Here,
): Promise<Fate> {
  const kept = keptJournalPath(target);
  if (!existsSync(kept)) return "unfit";
  const { records, bad } = await readJournal(kept);
  const runs = records.filter((record) => record.type === "run");
  const end = records.findLast((record) => record.type === "end");
  const fit = runs.every(
    (run) =>
      run.target === target.name &&
      run.settings.machine.fingerprint === settings.machine.fingerprint &&
      run.settings.tools.oha.sha256 === settings.tools.oha.sha256,
  );
  const whole = bad.length === 0 && end?.status === "ok";
  if (!fit || !whole || runs[0]?.taskHash !== hash) return "unfit";
  const own = runs.every((run) => run.instance === instance);
  if (!own && mode !== "class") return "another's";
  const path = journalPath(out, target);
  mkdirSync(dirname(path), { recursive: true });
  copyFileSync(kept, path);
  return own ? "taken" : "taken from another";
}

/** What people are told of journals that turbo put back, or had said it would. */
export function toldOf(fates: readonly Fate[]): string[] {
  const count = (fate: Fate) => fates.filter((one) => one === fate).length;
  const [foreign, refused, unfit] = [
    count("taken from another"),
    count("another's"),
    count("unfit"),
  ];
  return [
    foreign > 0 &&
      `Replayed from another instance of this class of machine: ${foreign} of ${fates.length} targets, marked in the result.`,
    refused > 0 &&
      `Another instance's in the cache (or this machine's before it booted): ${refused} of ${fates.length} targets are measured again; --cache class takes them.`,
    unfit > 0 &&
      `Not come back whole from the cache: ${unfit} of ${fates.length} targets are measured again.`,
  ].filter((line) => line !== false);
}
