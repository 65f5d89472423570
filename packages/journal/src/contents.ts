import { readJournal, type BadLine } from "./journal.ts";
import type { CostRecord } from "./record/cost.ts";
import type {
  BlockRecord,
  EndRecord,
  JournalRecord,
  OpenLoopRecord,
  RunRecord,
  SweepRecord,
  VerifyRecord,
} from "./record/record.ts";

/** The content of one journal, by type of record. */
export interface Content {
  readonly path: string;
  readonly run: RunRecord;
  readonly verify: readonly VerifyRecord[];
  readonly blocks: readonly BlockRecord[];
  readonly sweeps: readonly SweepRecord[];
  readonly openLoops: readonly OpenLoopRecord[];
  readonly costs: readonly CostRecord[];
  readonly end: EndRecord | null;
}

export interface Contents {
  readonly journals: readonly Content[];
  readonly bad: readonly BadLine[];
}

/**
 * Reads journals. A file without a run record is unusable and is listed in `bad`. A journal that another instance
 * completed gives one content per instance: each run record starts the part of its instance.
 */
export async function readContents(paths: readonly string[]): Promise<Contents> {
  const journals: Content[] = [];
  const bad: BadLine[] = [];
  for (const path of paths) {
    const journal = await readJournal(path);
    bad.push(...journal.bad);
    const parts = partsOf(journal.records);
    if (parts.length === 0) {
      bad.push({ where: path, why: "the file has no run record, so it cannot be used" });
    }
    for (const { run, records } of parts) journals.push(contentOf(path, run, records));
  }
  return { journals, bad };
}

interface Part {
  readonly run: RunRecord;
  readonly records: readonly JournalRecord[];
}

/** Splits records at the run records. Records before the first one belong to it. */
function partsOf(records: readonly JournalRecord[]): Part[] {
  const starts = records.flatMap((record, at) => (record.type === "run" ? [{ record, at }] : []));
  return starts.map(({ record, at }, i) => ({
    run: record,
    records: records.slice(i === 0 ? 0 : at, starts[i + 1]?.at),
  }));
}

function contentOf(path: string, run: RunRecord, records: readonly JournalRecord[]): Content {
  return {
    path,
    run,
    verify: records.filter((record) => record.type === "verify"),
    blocks: records.filter((record) => record.type === "block"),
    sweeps: records.filter((record) => record.type === "sweep"),
    openLoops: records.filter((record) => record.type === "openLoop"),
    costs: records.filter((record) => record.type === "cost"),
    end: records.findLast((record) => record.type === "end") ?? null,
  };
}
