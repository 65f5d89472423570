import { readJournal, type BadLine, type JournalContent } from "./journal.ts";
import type { Content } from "./record/content.ts";
import type { JournalRecord, RunRecord } from "./record/record.ts";

export interface Contents {
  readonly journals: readonly Content[];
  readonly bad: readonly BadLine[];
}

/**
 * Reads journals. A journal without the record of its run cannot be used, and is among the bad lines. A journal that
 * another instance has completed gives two contents: the lines below a record of a run are that run's.
 */
export async function readContents(paths: readonly string[]): Promise<Contents> {
  const all: Contents[] = [];
  for (const path of paths) all.push(contentsOf(path, await readJournal(path)));
  return { journals: all.flatMap((one) => one.journals), bad: all.flatMap((one) => one.bad) };
}

/** Returns the contents of one journal whose records were read already. */
export function contentsOf(path: string, { records, bad }: JournalContent): Contents {
  const parts = partsOf(records);
  const why = "no record of its run: nothing in it can be used";
  return {
    journals: parts.map(({ run, records: own }) => contentOf(path, run, own)),
    bad: parts.length === 0 ? [...bad, { where: path, why }] : bad,
  };
}

interface Part {
  readonly run: RunRecord;
  readonly records: readonly JournalRecord[];
}

/** What one run has written before and after its first record counts for it. */
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
