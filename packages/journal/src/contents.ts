import { readJournal, type BadLine } from "./journal.ts";
import type { Content } from "./record/content.ts";

export interface Contents {
  readonly journals: readonly Content[];
  readonly bad: readonly BadLine[];
}

/** Reads journals; one without the record of its run cannot be used, and is told among what is bad. */
export async function readContents(paths: readonly string[]): Promise<Contents> {
  const journals: Content[] = [];
  const bad: BadLine[] = [];
  for (const path of paths) {
    const journal = await readJournal(path);
    bad.push(...journal.bad);
    const run = journal.records.find((record) => record.type === "run");
    if (!run) {
      bad.push({ where: path, why: "no record of its run: nothing in it can be used" });
      continue;
    }
    journals.push({
      path,
      run,
      verify: journal.records.filter((record) => record.type === "verify"),
      blocks: journal.records.filter((record) => record.type === "block"),
      sweeps: journal.records.filter((record) => record.type === "sweep"),
      openLoops: journal.records.filter((record) => record.type === "openLoop"),
      end: journal.records.findLast((record) => record.type === "end") ?? null,
    });
  }
  return { journals, bad };
}
