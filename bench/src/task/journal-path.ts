import { join } from "node:path";
import type { Target } from "../targets/manifest.ts";

/** Where a target's journal lies below a run's folder. */
export function journalPath(out: string, target: Pick<Target, "framework" | "runtime">): string {
  return join(out, "journal", `${target.framework}.${target.runtime}.jsonl`);
}

/** Where a whole journal lies for turbo to keep, below the app's folder. */
export function keptJournalPath(target: Pick<Target, "directory" | "runtime">): string {
  return join(target.directory, ".deadheat", `${target.runtime}.jsonl`);
}
