import type { Settings } from "@deadheat/journal";
import type { CacheMode } from "../plan/request.ts";
import type { Target } from "../targets/manifest.ts";
import { readKept } from "./kept.ts";

export interface Here {
  readonly settings: Pick<Settings, "machine" | "tools">;
  readonly instance: string;
  readonly mode: CacheMode;
}

export type Fate =
  /** The journal is used. */
  | "taken"
  /** The journal is used. Another instance of this class of machine measured it. */
  | "taken from another"
  /** The journal is not used, because another instance measured it. */
  | "another's"
  /** The journal is not used: it is missing, incomplete, or of another task, class of machine or oha. */
  | "unfit";

/**
 * Decides about the journal that turbo restored for a target. Turbo's key does not contain the instance, so this is the
 * only check of the instance.
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

export function toldOf(fates: readonly Fate[]): string[] {
  const count = (...some: Fate[]) => fates.filter((one) => some.includes(one)).length;
  const of = `of ${fates.length} targets`;
  const [foreign, refused] = [count("taken from another"), count("another's")];
  const lost = count("unfit");
  return [
    foreign > 0 &&
      `Replayed from another instance of this class of machine: ${foreign} ${of}, marked in the result.`,
    refused > 0 &&
      `The cache has journals of another instance, or of this machine before its last boot: ${refused} ${of} are measured again. Give --cache class to use such journals.`,
    lost > 0 && `The cache did not restore all journals: ${lost} ${of} are measured again.`,
  ].filter((line) => line !== false);
}
