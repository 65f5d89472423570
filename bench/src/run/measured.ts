import {
  type BlockRecord,
  type Content,
  type CostRecord,
  type JournalRecord,
  type OpenLoopRecord,
  type SweepRecord,
} from "@deadheat/journal";
import type { Gathered, Result } from "@deadheat/judge";

/** A block of two servers, or a step of one that was alone. */
export type Measured = BlockRecord | SweepRecord | OpenLoopRecord | CostRecord;

const types: readonly string[] = [
  "block",
  "sweep",
  "openLoop",
  "cost",
] satisfies Measured["type"][];

export function isMeasured(record: JournalRecord): record is Measured {
  return types.includes(record.type);
}

export function measuredIn({ targets }: Pick<Gathered, "targets">): Measured[] {
  return targets.flatMap(recordsIn);
}

/** What one journal, or all of a target together, has measured. */
export function recordsIn({
  blocks,
  sweeps,
  openLoops,
  costs,
}: Pick<Content, "blocks" | "sweeps" | "openLoops" | "costs">): Measured[] {
  return [...blocks, ...sweeps, ...openLoops, ...costs];
}

/** How much that is. @param took what lay between included, in seconds; unless given, nothing did */
export function amountOf(records: readonly Measured[], took?: number): Result["run"]["measured"] {
  const sum = (of: "load" | "total") => records.reduce((all, { seconds }) => all + seconds[of], 0);
  const any = records.length > 0;
  const [seconds, underLoadSeconds] = [any ? (took ?? sum("total")) : 0, sum("load")];
  const ofPairs = records.filter(({ type }) => type === "block" || type === "cost").length;
  return {
    blocks: ofPairs,
    steps: records.length - ofPairs,
    seconds,
    underLoadSeconds,
    underLoadShare: any ? underLoadSeconds / seconds : null,
  };
}
