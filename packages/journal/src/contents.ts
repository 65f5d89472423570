import { readJournal, type BadLine } from "./journal.ts";
import type { Content } from "./record/content.ts";
import type { JournalRecord, RunRecord } from "./record/record.ts";

export interface Contents {
  readonly journals: readonly Content[];
  readonly bad: readonly BadLine[];
}

/**
 * Reads journals; one without the record of its run cannot be used, and is told among what is bad. One that another
 * instance has completed gives a content for each: what stands below a record of a run is that instance's.
 */
export async function readContents(paths: readonly string[]): Promise<Contents> {
  const journals: Content[] = [];
  const bad: BadLine[] = [];
  for (const path of paths) {
    const journal = await readJournal(path);
    bad.push(...journal.bad);
    const parts = partsOf(journal.records);
    if (parts.length === 0) {
      bad.push({ where: path, why: "no record of its run: nothing in it can be used" });
    }
    for (const { run, records } of parts) journals.push(contentOf(path, run, records));
  }
  return { journals, bad };
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
