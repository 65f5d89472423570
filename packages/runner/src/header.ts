import { SCHEMA, type RunRecord, type Settings } from "@deadheat/journal";

/** The facts of a header that the plan, the participant and the machine contribute. */
export type HeaderFacts = Pick<
  RunRecord,
  "runId" | "target" | "framework" | "runtime" | "version" | "seed" | "sources"
> &
  Partial<RunRecord> & { readonly settings: Settings };

/** Returns the record that stands above a journal's blocks: under which conditions they were measured. */
export function headerOf({ taskHash = null, ...facts }: HeaderFacts): RunRecord {
  return {
    type: "run",
    schema: SCHEMA,
    startedAt: new Date().toISOString(),
    taskHash,
    ...facts,
  };
}
