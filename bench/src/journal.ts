import {
  closeSync,
  createReadStream,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import * as v from "valibot";
import { recordSchema, type JournalRecord } from "./record.ts";

/** An append-only file of records, one JSON text a line (JSONL). */
export interface Journal {
  readonly path: string;
  /** On the disk when this returns. */
  readonly append: (record: JournalRecord) => void;
  readonly close: () => void;
}

/** Opens a journal for appending, with its folder. A line cut off by a crash is ended first. */
export function openJournal(path: string): Journal {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, "a");
  if (endsWithinLine(path)) writeSync(file, "\n");
  return {
    path,
    append: (record) => {
      writeSync(file, `${JSON.stringify(record)}\n`);
      fsyncSync(file);
    },
    close: () => closeSync(file),
  };
}

/** A line that could not be read: where, and why. It costs nothing but itself. */
export interface BadLine {
  /** `file:line`. */
  readonly where: string;
  readonly why: string;
}

export interface JournalContent {
  readonly records: readonly JournalRecord[];
  readonly bad: readonly BadLine[];
}

const MAX_LINE = 1024 * 1024;

/** Reads a journal line by line; what is no record is returned with its place, never thrown. */
export async function readJournal(path: string): Promise<JournalContent> {
  const records: JournalRecord[] = [];
  const bad: BadLine[] = [];
  const lines = createInterface({ input: createReadStream(path, "utf8"), crlfDelay: Infinity });
  let number = 0;
  for await (const line of lines) {
    number++;
    if (line === "") continue;
    const read = readLine(line);
    if ("why" in read) bad.push({ where: `${path}:${number}`, why: read.why });
    else records.push(read);
  }
  return { records, bad };
}

function readLine(line: string): JournalRecord | { why: string } {
  if (line.length > MAX_LINE) return { why: `a line of ${line.length} characters is no record` };
  let data: unknown;
  try {
    data = JSON.parse(line);
  } catch {
    return { why: "no whole JSON text: cut off or edited" };
  }
  const parsed = v.safeParse(recordSchema, data);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  return { why: `field ${v.getDotPath(issue) ?? "type"}: ${issue.message}` };
}

function endsWithinLine(path: string): boolean {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    if (size === 0) return false;
    const last = Buffer.alloc(1);
    readSync(file, last, 0, 1, size - 1);
    return last[0] !== 0x0a;
  } finally {
    closeSync(file);
  }
}
