import {
  closeSync,
  createReadStream,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { problemOf } from "./check.ts";
import { publishableDocument } from "./redact.ts";
import type { JournalRecord } from "./record/record.ts";

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
      const { size } = fstatSync(file);
      try {
        // Goes on after a partial write, which writeSync alone does not.
        writeFileSync(file, `${JSON.stringify(publishableDocument(record))}\n`);
        fsyncSync(file);
      } catch (cause) {
        ftruncateSync(file, size);
        throw Object.assign(cause as NodeJS.ErrnoException, { path });
      }
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
/** A file that is no journal at all must not fill the memory with what is wrong with it. */
const MAX_BAD_LINES = 100;

/** Reads a journal line by line; what is no record is returned with its place, never thrown. */
export async function readJournal(path: string): Promise<JournalContent> {
  const records: JournalRecord[] = [];
  const bad: BadLine[] = [];
  let number = 0;
  let more = 0;
  for await (const lines of linesOf(path)) {
    for (const line of lines) {
      number++;
      if (line === "") continue;
      const data = parse(line);
      const why = data === undefined ? parseProblem(line) : problemOf(data);
      if (why === null) records.push(data as JournalRecord);
      else if (bad.length < MAX_BAD_LINES) bad.push({ where: `${path}:${number}`, why });
      else more++;
    }
  }
  if (more > 0)
    bad.push({ where: path, why: `${more.toLocaleString("en-US")} more lines are no records` });
  return { records, bad };
}

/**
 * A file's lines, in batches, the last one whether ended or not; of one that is too long for a record
 * only the start.
 */
async function* linesOf(path: string): AsyncGenerator<readonly string[]> {
  let rest = "";
  for await (const chunk of createReadStream(path, { encoding: "utf8", highWaterMark: 1 << 20 })) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield lines;
    // Never hold more of one line than shows that it is none.
    if (rest.length > MAX_LINE) rest = rest.slice(0, MAX_LINE + 1);
  }
  if (rest !== "") yield [rest];
}

/** Returns whether a journal came to its end with everything well. */
export function isWhole(records: readonly JournalRecord[]): boolean {
  return records.findLast((record) => record.type === "end")?.status === "ok";
}

function parse(line: string): unknown {
  try {
    return line.length > MAX_LINE ? undefined : JSON.parse(line);
  } catch {
    return undefined;
  }
}

function parseProblem(line: string): string {
  return line.length > MAX_LINE
    ? `a line of more than ${MAX_LINE} characters is no record`
    : "no whole JSON text: cut off or edited";
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
