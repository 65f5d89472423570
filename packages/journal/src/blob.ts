import { createHash } from "node:crypto";
import * as v from "valibot";
import { UsageError } from "./errors.ts";
import { writeWhole } from "./files.ts";
import { BLOB_SCHEMA, blobRecordSchema, type BlobRecord } from "./record/blob.ts";
import { publishableDocument } from "./redact.ts";
import { readRegular, readText } from "./regular.ts";

/** The fields of a blob's header that do not follow from its journals. */
export type BlobHeader = Omit<BlobRecord, "type" | "schema" | "sha256">;

/** The largest blob that is read. A run of 47 targets has 20 MB (docs/many-machines.md). */
const LARGEST = 2 ** 29;

/** Writes a blob: a header and whole journals, complete or not at all. `readContents` reads it as these journals. */
export function writeBlob(path: string, header: BlobHeader, journals: readonly string[]): void {
  const below = journals.map((journal) => ended(readText(journal, LARGEST))).join("");
  const record: BlobRecord = {
    type: "blob",
    schema: BLOB_SCHEMA,
    ...publishableDocument(header),
    sha256: digest(below),
  };
  writeWhole(path, `${JSON.stringify(record)}\n${below}`);
}

/**
 * Returns the header of a blob.
 * @throws UsageError if the file is no blob, or was cut off or edited.
 */
export function readBlobHeader(path: string): BlobRecord {
  const content = readRegular(path, LARGEST);
  if (content === null) {
    throw new UsageError(
      `${path} is not a blob: it is not a regular file, or has more than 512 MB`,
    );
  }
  const end = content.indexOf(0x0a);
  const header = v.safeParse(
    v.pipe(v.string(), v.parseJson(), blobRecordSchema),
    content.toString("utf8", 0, Math.max(0, end)),
  );
  if (!header.success) {
    const where = v.getDotPath(header.issues[0]);
    const why =
      where === null
        ? "its first line is no header"
        : `field ${where}: ${header.issues[0].message}`;
    throw new UsageError(
      `${path} is not a blob of this version (${why}). Measure that shard again`,
    );
  }
  if (digest(content.subarray(end + 1)) === header.output.sha256) return header.output;
  throw new UsageError(
    `${path} was cut off or edited after it was written. Fetch it again, or measure that shard again`,
  );
}

/** Ends the last line of a journal that a crash cut off, so that it does not run into the next journal. */
function ended(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

function digest(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}
