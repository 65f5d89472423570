import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  readSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import * as v from "valibot";
import { UsageError } from "./errors.ts";
import { openRegular } from "./regular.ts";
import { publishableDocument } from "./redact.ts";
import { recordSchema, SCHEMA, type JournalRecord } from "./record/record.ts";

/** An append-only file of records, one JSON text a line (JSONL). */
export interface Journal {
  readonly path: string;
  /** Writes a record. When it returns, the record is on the disk. */
  readonly append: (record: JournalRecord) => void;
  readonly close: () => void;
}

/**
 * Opens a journal for appending, and creates its folder. If a crash cut off the last line, ends that line first.
 * @throws UsageError if the journal or its folder is a link, which could lead to any file of the user's
 */
export function openJournal(path: string): Journal {
  const file = openOwn(path);
  const last = Buffer.from("\n");
  readSync(file, last, 0, 1, Math.max(0, fstatSync(file).size - 1));
  if (last.toString() !== "\n") writeSync(file, "\n");
  return {
    path,
    append: (record) => {
      const { size } = fstatSync(file);
      try {
        // writeFileSync continues after a partial write; writeSync does not.
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

function openOwn(path: string): number {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW = 0 } = constants;
  const isLink = (one: string) => lstatSync(one, { throwIfNoEntry: false })?.isSymbolicLink();
  const link = [folder, path].find(isLink);
  const file =
    link === undefined ? openRegular(path, O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW) : null;
  if (file !== null) return file;
  throw new UsageError(
    `${link ?? path} is a link or no regular file, so no journal is written there. Remove it, or choose another folder with --out`,
  );
}

/** A line that could not be read. It does not affect other lines. */
export interface BadLine {
  /** The place of the line, `file:line`. */
  readonly where: string;
  readonly why: string;
}

export interface JournalContent {
  readonly records: readonly JournalRecord[];
  readonly bad: readonly BadLine[];
}

const MAX_LINE = 1024 * 1024;
/** The limit on reported lines, so that a file that is no journal does not fill the memory. */
const MAX_BAD_LINES = 100;

/** Reads a journal line by line. A line that is no record is returned with its place, never thrown. */
export async function readJournal(path: string): Promise<JournalContent> {
  const records: JournalRecord[] = [];
  const bad: BadLine[] = [];
  let number = 0;
  let more = 0;
  for await (const lines of linesOf(path)) {
    for (const line of lines) {
      number++;
      if (line === "") continue;
      const read = recordOf(line);
      if (typeof read !== "string") records.push(read);
      else if (bad.length < MAX_BAD_LINES) bad.push({ where: `${path}:${number}`, why: read });
      else more++;
    }
  }
  if (more > 0)
    bad.push({ where: path, why: `${more.toLocaleString("en-US")} more lines are no records` });
  return { records, bad };
}

/**
 * Yields the lines of a file in batches, including an unfinished one. Of a line too long for a record, only the start.
 */
async function* linesOf(path: string): AsyncGenerator<readonly string[]> {
  let rest = "";
  const fd = openRegular(path);
  if (fd === null) {
    throw new UsageError(`${path} is no regular file, so it is no journal. Remove it`);
  }
  const reading = { fd, encoding: "utf8", highWaterMark: 1 << 20 } as const;
  for await (const chunk of createReadStream(path, reading)) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield lines;
    // Keep only as much of a long line as shows that it is no record.
    if (rest.length > MAX_LINE) rest = rest.slice(0, MAX_LINE + 1);
  }
  if (rest !== "") yield [rest];
}

/** Returns whether a journal came to its end with everything well. */
export function isWhole(records: readonly JournalRecord[]): boolean {
  return records.findLast((record) => record.type === "end")?.status === "ok";
}

/**
 * The schemas by type. A record is checked against its own schema alone, because a journal can hold 100,000 records.
 */
const schemas = new Map<unknown, (typeof recordSchema.options)[number]>(
  recordSchema.options.map((option) => [option.entries.type.literal, option]),
);

/** Returns the record without unknown fields, or why the line is none, with the name of the field. */
function recordOf(line: string): JournalRecord | string {
  if (line.length > MAX_LINE) return `a line of more than ${MAX_LINE} characters is no record`;
  let data: unknown;
  try {
    data = JSON.parse(line);
  } catch {
    return "not a complete JSON text: cut off or edited";
  }
  const { type, schema } = (data ?? {}) as { type?: unknown; schema?: unknown };
  const own = schemas.get(type);
  if (own === undefined) return "field type: unknown type of record";
  const { success, issues, output } = v.safeParse(own, data, { abortEarly: true });
  if (success) return output;
  if (type === "run" && schema !== SCHEMA) {
    return `field schema: ${String(schema)}, but this version reads ${SCHEMA}. Use the deadheat that wrote it`;
  }
  return `field ${v.getDotPath(issues[0]) ?? "(the whole)"}: ${issues[0].message}`;
}
