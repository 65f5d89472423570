import { readJournal, type BadLine, type JournalContent } from "./journal.ts";
import type { CostRecord } from "./record/cost.ts";
import type {
  RoundRecord,
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
  readonly rounds: readonly RoundRecord[];
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
  const all: Contents[] = [];
  for (const path of paths) all.push(contentsOf(path, await readJournal(path)));
  return { journals: all.flatMap((one) => one.journals), bad: all.flatMap((one) => one.bad) };
}

/** Returns the contents of one journal whose records were read already. */
export function contentsOf(path: string, { records, bad }: JournalContent): Contents {
  const parts = partsOf(records);
  const why = "the file has no run record, so it cannot be used";
  return {
    journals: parts.map(({ run, records: own }) => contentOf(path, run, own)),
    bad: parts.length === 0 ? [...bad, { where: path, why }] : bad,
  };
}

/** Splits records at the run records. Records before the first one belong to it. */
function partsOf(records: readonly JournalRecord[]) {
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
    rounds: records.filter((record) => record.type === "round"),
    sweeps: records.filter((record) => record.type === "sweep"),
    openLoops: records.filter((record) => record.type === "openLoop"),
    costs: records.filter((record) => record.type === "cost"),
    end: records.findLast((record) => record.type === "end") ?? null,
  };
}
