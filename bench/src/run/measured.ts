import {
  type BlockRecord,
  type JournalRecord,
  type OpenLoopRecord,
  type SweepRecord,
} from "@deadheat/journal";
import type { Gathered, Result } from "@deadheat/judge";

/** A block of two servers, or a step of one that was alone. */
export type Measured = BlockRecord | SweepRecord | OpenLoopRecord;

export function isMeasured(record: JournalRecord): record is Measured {
  return record.type === "block" || record.type === "sweep" || record.type === "openLoop";
}

export function measuredIn({ targets }: Pick<Gathered, "targets">): Measured[] {
  return targets.flatMap(({ blocks, sweeps, openLoops }) => [...blocks, ...sweeps, ...openLoops]);
}

/** How much that is. @param took what lay between included, in seconds; unless given, nothing did */
export function amountOf(records: readonly Measured[], took?: number): Result["run"]["measured"] {
  const sum = (of: "load" | "total") => records.reduce((all, { seconds }) => all + seconds[of], 0);
  const any = records.length > 0;
  const [seconds, underLoadSeconds] = [any ? (took ?? sum("total")) : 0, sum("load")];
  return {
    blocks: records.filter(({ type }) => type === "block").length,
    steps: records.filter(({ type }) => type !== "block").length,
    seconds,
    underLoadSeconds,
    underLoadShare: any ? underLoadSeconds / seconds : null,
  };
}
