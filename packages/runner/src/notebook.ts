import { existsSync } from "node:fs";
import {
  contentsOf,
  copyWhole,
  failureOf,
  journalPath,
  openJournal,
  publishableDocument,
  readJournal,
  SCHEMA,
  type BadLine,
  type Contents,
  type Journal,
  type JournalRecord,
  type RunRecord,
} from "@deadheat/journal";
import type { RunContext, Participant, RunPlan } from "./plan.ts";

/**
 * The journals of a run. They are read once when the run begins, and afterwards only written. Every record on the disk is
 * also in memory.
 */
export interface Notebook {
  /** The records of one participant, in the order in which they were written. */
  readonly records: (name: string) => readonly JournalRecord[];
  /** Writes a record to the disk, and a header before the first record of this attempt. Returns the record as written. */
  readonly append: (participant: Participant, record: JournalRecord) => JournalRecord;
  /** Copies a journal from elsewhere and uses it for the participant. */
  readonly take: (participant: Participant, path: string) => Promise<void>;
  readonly end: (participant: Participant) => void;
  readonly contents: () => Contents;
  readonly close: () => void;
}

export async function openNotebook(
  plan: RunPlan,
  { folder, store, instance }: Pick<RunContext, "folder" | "store" | "instance">,
): Promise<Notebook> {
  const records = new Map<string, JournalRecord[]>();
  const open = new Map<string, Journal>();
  const bad: BadLine[] = [];
  const pathOf = (participant: Participant) => journalPath(folder.out, participant);
  const read = async (participant: Participant): Promise<void> => {
    const content = await readJournal(pathOf(participant));
    records.set(participant.name, [...content.records]);
    bad.push(...content.bad);
  };
  for (const participant of plan.participants) {
    if (existsSync(pathOf(participant))) await read(participant);
  }
  const write = (participant: Participant, record: JournalRecord): JournalRecord => {
    const { name } = participant;
    const journal = open.get(name) ?? openJournal(pathOf(participant));
    open.set(name, journal);
    journal.append(record);
    // The record in memory must equal the record in the file.
    const written = JSON.parse(JSON.stringify(publishableDocument(record))) as JournalRecord;
    const own = records.get(name) ?? [];
    own.push(written);
    records.set(name, own);
    return written;
  };
  const begin = (participant: Participant): void => {
    const { name, framework, runtime, version, sources, facts } = participant;
    if (open.has(name)) return;
    // An instance that completes the journal of another one writes a header of its own.
    const latest = records.get(name)?.findLast((record) => record.type === "run");
    if (latest?.instance === instance) return;
    const own = { target: name, framework, runtime, version, sources, ...facts };
    const here = { runId: folder.id, seed: plan.seed, instance, taskHash: store.hashOf(name) };
    write(participant, headerOf({ ...own, ...here, settings: plan.settingsOf(name) }));
  };
  return {
    records: (name) => records.get(name) ?? [],
    append: (participant, record) => {
      begin(participant);
      return write(participant, record);
    },
    take: async (participant, path) => {
      const own = pathOf(participant);
      copyWhole(path, own);
      await read(participant);
    },
    end: (participant) => {
      const own = records.get(participant.name) ?? [];
      // The end record has no measurement, so it needs no header of this instance.
      if (!own.some(({ type }) => type === "run")) begin(participant);
      const reason = lastingFailure(own);
      const status = reason === null ? "ok" : "failed";
      write(participant, { type: "end", finishedAt: new Date().toISOString(), status, reason });
    },
    contents: () => {
      const all = plan.participants
        .filter(({ name }) => records.has(name))
        .map((one) => contentsOf(pathOf(one), { records: records.get(one.name) ?? [], bad: [] }));
      return {
        journals: all.flatMap(({ journals }) => journals),
        bad: [...bad, ...all.flatMap((one) => one.bad)],
      };
    },
    close: () => {
      for (const journal of open.values()) journal.close();
      open.clear();
    },
  };
}

/** Returns the first failure that no later measurement replaced; null if there is none. */
function lastingFailure(records: readonly JournalRecord[]): string | null {
  const outcomes = new Map<string, string | null>();
  for (const record of records) {
    if ("scenario" in record) outcomes.set(subjectOf(record), failureOf(record));
  }
  return [...outcomes.values()].find((reason) => reason !== null) ?? null;
}

/** The fields that tell the subjects of records apart. A repeated measurement has the same values. */
const SUBJECT = ["type", "scenario", "base", "n", "server", "round", "connections", "fraction"];

function subjectOf(record: JournalRecord): string {
  const values = new Map<string, unknown>(Object.entries(record));
  return JSON.stringify(SUBJECT.map((field) => values.get(field)));
}

type Made = "type" | "schema" | "startedAt" | "taskHash";

/** Returns the header of a journal, which records the conditions under which its rounds are measured. */
export function headerOf(
  facts: Omit<RunRecord, Made> & { readonly taskHash?: string | null },
): RunRecord {
  return {
    type: "run",
    schema: SCHEMA,
    startedAt: new Date().toISOString(),
    taskHash: null,
    ...facts,
  };
}
