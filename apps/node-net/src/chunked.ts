import type { ReadChunked, Refusal } from "./parser.ts";

const MAX_LINE_BYTES = 256;
/** A chunk size in hexadecimal digits. Extensions are ignored. */
const SIZE = /^([\da-f]{1,8})(?:[ \t]*;[\t\x20-\x7e]*)?$/i;
const LINE_END = "\r\n";

/** Reads chunks (RFC 9112, 7.1). Trailers are rejected, because no route uses them. */
export const readChunked: ReadChunked = (bytes, mostBytes) => {
  const chunks: Buffer[] = [];
  let total = 0;
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf(LINE_END, at);
    if ((lineEnd === -1 ? bytes.length : lineEnd) - at > MAX_LINE_BYTES) return bad;
    if (lineEnd === -1) return null;
    const [, digits] = SIZE.exec(bytes.toString("latin1", at, lineEnd)) ?? [];
    if (digits === undefined) return bad;
    const size = Number.parseInt(digits, 16);
    total += size;
    if (total > mostBytes) return { refused: 413, reason: "Content Too Large" };
    const from = lineEnd + LINE_END.length;
    const to = from + size;
    if (bytes.length < to + LINE_END.length) return null;
    if (bytes.toString("latin1", to, to + LINE_END.length) !== LINE_END) return bad;
    at = to + LINE_END.length;
    if (size === 0) return { body: Buffer.concat(chunks), end: at };
    chunks.push(bytes.subarray(from, to));
  }
};

const bad: Refusal = { refused: 400, reason: "Bad Request" };
