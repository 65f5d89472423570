import { targetOf, type Content, type JournalRecord, type OfCell } from "@deadheat/journal";
import type { Gathered, Result } from "@deadheat/judge";
import type { CellRecord } from "./cell/measure.ts";

/** Returns whether a record is a measurement. No other record has a duration. */
export function isMeasured(record: JournalRecord): record is CellRecord {
  return "seconds" in record;
}

export function measuredIn({ targets }: Pick<Gathered, "targets">): CellRecord[] {
  return targets.flatMap(recordsIn);
}

/** Returns the measured records of one journal, or of all journals of a target. */
export function recordsIn({
  rounds,
  sweeps,
  openLoops,
  costs,
}: Pick<Content, "rounds" | "sweeps" | "openLoops" | "costs">): CellRecord[] {
  return [...rounds, ...sweeps, ...openLoops, ...costs];
}

/** Returns the name of a cell: `hono/bun text`. */
export function cellName(cell: OfCell): string {
  return `${targetOf(cell)} ${cell.scenario}`;
}

/** Returns a unique name for a record of a run. Do not sort by it: a clock may be set back. */
export function nameOf(record: CellRecord): string {
  return [record.type, targetOf(record), record.scenario, record.startedAt].join(" ");
}

/**
 * Returns the amount that was measured, and the share of the time under load.
 * @param took the seconds of the run, with all pauses between records; unless given, the sum of the records' seconds
 */
export function amountOf(records: readonly CellRecord[], took?: number): Result["run"]["measured"] {
  const sum = (of: "load" | "total") => records.reduce((all, { seconds }) => all + seconds[of], 0);
  const any = records.length > 0;
  const [seconds, underLoadSeconds] = [any ? (took ?? sum("total")) : 0, sum("load")];
  const ofPairs = records.filter(({ type }) => type === "round" || type === "cost").length;
  return {
    rounds: ofPairs,
    steps: records.length - ofPairs,
    seconds,
    underLoadSeconds,
    underLoadShare: any ? underLoadSeconds / seconds : null,
  };
}
