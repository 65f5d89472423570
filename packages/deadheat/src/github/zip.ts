import { inflateRawSync } from "node:zlib";
import { messageOf } from "@deadheat/journal";

// Reads the ZIP archives that GitHub makes of artifacts (APPNOTE.TXT 6.3, sections 4.3 and 4.4): few files, stored or
// deflated, below 4 GB. The directory at the end of the archive counts; the headers before each file are only skipped.

const END = { signature: 0x06054b50, bytes: 22 };
const ENTRY = { signature: 0x02014b50, bytes: 46 };
const LOCAL = { signature: 0x04034b50, bytes: 30 };
const LONGEST_COMMENT = 65_535;

/**
 * Returns the bytes of one file of an archive; null if the archive has no file of that name.
 * @param limit the most bytes that the file may have
 * @throws RangeError if the archive is damaged, or if the file is larger
 */
export function readZipped(zip: Buffer, name: string, limit: number): Buffer | null {
  const end = endOf(zip);
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    expect(zip, at, ENTRY.signature);
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((n) => zip.readUInt16LE(at + n));
    const start = at + ENTRY.bytes;
    if (zip.toString("utf8", start, start + nameBytes!) === name) return contentOf(zip, at, limit);
    at = start + nameBytes! + extraBytes! + commentBytes!;
  }
  return null;
}

function endOf(zip: Buffer): number {
  const first = Math.max(0, zip.length - END.bytes - LONGEST_COMMENT);
  for (let at = zip.length - END.bytes; at >= first; at--) {
    if (zip.readUInt32LE(at) === END.signature) return at;
  }
  throw new RangeError("it is not a ZIP archive");
}

function contentOf(zip: Buffer, entry: number, limit: number): Buffer {
  const method = zip.readUInt16LE(entry + 10);
  const packedBytes = zip.readUInt32LE(entry + 20);
  const local = zip.readUInt32LE(entry + 42);
  expect(zip, local, LOCAL.signature);
  const start = local + LOCAL.bytes + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const packed = zip.subarray(start, start + packedBytes);
  if (packed.length < packedBytes) throw new RangeError("the archive is cut off");
  if (method === 8) return inflated(packed, limit);
  if (method === 0 && packed.length <= limit) return packed;
  throw new RangeError(`a file in it is too large, or packed by an unknown method (${method})`);
}

function inflated(packed: Buffer, limit: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: limit });
  } catch (cause) {
    throw new RangeError(`a file in it cannot be unpacked (${messageOf(cause)})`, { cause });
  }
}

function expect(zip: Buffer, at: number, signature: number): void {
  if (zip.readUInt32LE(at) !== signature) throw new RangeError("the archive is damaged");
}
