import type { Settings } from "@deadheat/journal";
import type { CacheMode } from "../../plan/request.ts";
import type { Target } from "../../targets/manifest.ts";
import { readKept } from "../../task/kept.ts";

/** The machine that would take a journal, and whose journals it takes. */
export interface Here {
  readonly settings: Pick<Settings, "machine" | "tools">;
  readonly instance: string;
  readonly mode: CacheMode;
}

/** What becomes of a journal that turbo put back. */
export type Fate =
  | "taken"
  /** Taken, and measured by another instance of this class of machine. */
  | "taken from another"
  /** Measured by the task itself: turbo did not have what it had promised. */
  | "measured"
  /** Measured by another instance, whose journals are not taken. */
  | "another's"
  /** Not there, not whole, or of another task, class of machine or oha. */
  | "unfit";

/**
 * Returns what becomes of the journal that turbo put back for a target. The instance is in no key: this is the only lock
 * for it.
 */
export async function fateOf(
  target: Target,
  hash: string,
  { settings, instance, mode }: Here,
): Promise<Fate> {
  const kept = await readKept(target, settings);
  if (kept === null || kept.runs[0]?.taskHash !== hash) return "unfit";
  const own = kept.runs.every((run) => run.instance === instance);
  if (own) return "taken";
  return mode === "class" ? "taken from another" : "another's";
}

/** Returns the lines about journals that turbo put back, or had promised. */
export function toldOf(fates: readonly Fate[]): string[] {
  const count = (...some: Fate[]) => fates.filter((one) => some.includes(one)).length;
  const of = `of ${fates.length} targets`;
  const [foreign, refused] = [count("taken from another"), count("another's")];
  const lost = count("unfit", "measured");
  return [
    foreign > 0 &&
      `Replayed from another instance of this class of machine: ${foreign} ${of}, marked in the result.`,
    refused > 0 &&
      `Another instance's in the cache (or this machine's before it booted): ${refused} ${of} are measured again; --cache class takes them.`,
    lost > 0 && `Not come back whole from the cache: ${lost} ${of} are measured again.`,
  ].filter((line) => line !== false);
}
