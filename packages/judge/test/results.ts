import { readContents } from "@deadheat/journal";
import { gather, type Gathered } from "../src/gather.ts";
import type { Result } from "../src/documents/result.ts";
import { settings } from "../../journal/test/records.ts";

/** What a result says of a run of these settings. */
export const runSummary: Result["run"] = {
  id: "run-1",
  startedAt: "2026-11-21T10:00:00.000Z",
  finishedAt: "2026-11-21T10:10:00.000Z",
  seed: 7,
  profile: "quick",
  git: null,
  measured: { blocks: 15, seconds: 120, underLoadSeconds: 108, underLoadShare: 0.9 },
  load: settings.load,
};

/** What the journals at these paths hold, put together. */
export async function poolJournals(paths: readonly string[]): Promise<Gathered> {
  return gather(await readContents(paths));
}
