import { SCHEMA, type RunRecord, type Settings } from "@deadheat/journal";

/** The facts of a header that come from the plan, the participant and the machine. */
export type HeaderFacts = Pick<
  RunRecord,
  "runId" | "target" | "framework" | "runtime" | "version" | "seed" | "sources"
> &
  Partial<RunRecord> & { readonly settings: Settings };

/** Returns the header of a journal, which records the conditions under which its blocks are measured. */
export function headerOf({ taskHash = null, ...facts }: HeaderFacts): RunRecord {
  return {
    type: "run",
    schema: SCHEMA,
    startedAt: new Date().toISOString(),
    taskHash,
    ...facts,
  };
}
