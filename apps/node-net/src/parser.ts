/** A complete and valid request. */
export interface ParsedRequest {
  readonly method: string;
  readonly path: string;
  /** The text after `?`; empty without one. */
  readonly query: string;
  readonly body: Buffer;
  readonly keepAlive: boolean;
  /** The request line and the fields as received, known to be well-formed. */
  readonly head: string;
}

/** A reason to answer with an error and close the connection. */
export interface Refusal {
  readonly refused: number;
  readonly reason: string;
}

/** Reads a chunked body at the start of `bytes`. Returns null if its end has not arrived. */
export type ReadChunked = (
  bytes: Buffer,
  mostBytes: number,
) => { readonly body: Buffer; readonly end: number } | Refusal | null;

interface Head extends Omit<ParsedRequest, "body"> {
  /** The length of the body, or `IN_CHUNKS` for a chunked body. */
  readonly bodyBytes: number;
}

const IN_CHUNKS = -1;

const MAX_HEAD_BYTES = 16 * 1024;
const MAX_BODY_BYTES = 1024 * 1024;
export const HEAD_END = "\r\n\r\n";

// RFC 9112: one space between the parts, origin form only. RFC 9110: token and field value.
const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]+) (\/[\x21-\x7e]*) HTTP\/(\d\.\d)$/;
const FIELD = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/;

/**
 * An incremental HTTP/1.1 request parser for one connection (RFC 9112). Bytes arrive in pieces of any size, and whole
 * requests come out. It rejects instead of guessing: anything ambiguous ends the connection (two lengths, a length
 * beside a transfer coding, a bare LF, folded fields). Chunked bodies get 501 unless the constructor receives a reader.
 */
export class RequestParser {
  readonly #readChunked: ReadChunked | null;
  #rest: Buffer | null = null;
  #head: Head | null = null;
  #refused = false;

  constructor(readChunked: ReadChunked | null = null) {
    this.#readChunked = readChunked;
  }

  /** Yields every request that `chunk` completes, and nothing after a refusal. */
  *push(chunk: Buffer): Generator<ParsedRequest | Refusal> {
    if (this.#refused) return;
    let bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    this.#rest = null;
    while (bytes.length > 0 || this.#head) {
      if (!this.#head) {
        const end = bytes.indexOf(HEAD_END);
        if ((end === -1 ? bytes.length : end) > MAX_HEAD_BYTES) {
          return yield this.#refuse(431, "Request Header Fields Too Large");
        }
        if (end === -1) break;
        const head = parseHead(bytes.toString("latin1", 0, end), this.#readChunked !== null);
        if ("refused" in head) return yield this.#refuse(head.refused, head.reason);
        this.#head = head;
        bytes = bytes.subarray(end + HEAD_END.length);
      }
      const { bodyBytes, ...request } = this.#head;
      if (bodyBytes === IN_CHUNKS) {
        const read = this.#readChunked?.(bytes, MAX_BODY_BYTES) ?? null;
        if (read === null) break;
        if ("refused" in read) return yield this.#refuse(read.refused, read.reason);
        this.#head = null;
        yield { ...request, body: read.body };
        bytes = bytes.subarray(read.end);
        continue;
      }
      if (bytes.length < bodyBytes) break;
      this.#head = null;
      yield { ...request, body: bytes.subarray(0, bodyBytes) };
      bytes = bytes.subarray(bodyBytes);
    }
    if (bytes.length > 0) this.#rest = bytes;
  }

  #refuse(refused: number, reason: string): Refusal {
    this.#refused = true;
    return { refused, reason };
  }
}

function parseHead(text: string, mayChunk: boolean): Head | Refusal {
  const lines = text.split("\r\n");
  const [, method, target, version] = REQUEST_LINE.exec(lines[0] ?? "") ?? [];
  if (method === undefined || target === undefined) return bad;
  if (version !== "1.1" && version !== "1.0") {
    return { refused: 505, reason: "HTTP Version Not Supported" };
  }
  let length: string | undefined;
  let chunked = false;
  let hosts = 0;
  let connection = "";
  for (let i = 1; i < lines.length; i++) {
    const [, name, value] = FIELD.exec(lines[i] ?? "") ?? [];
    if (name === undefined || value === undefined) return bad;
    switch (name.toLowerCase()) {
      case "host":
        hosts++;
        break;
      case "content-length":
        if (length !== undefined) return bad;
        length = value.trimEnd();
        break;
      case "transfer-encoding":
        if (!mayChunk || chunked || value.trimEnd().toLowerCase() !== "chunked") {
          return { refused: 501, reason: "Not Implemented" };
        }
        chunked = true;
        break;
      case "expect":
        return { refused: 417, reason: "Expectation Failed" };
      case "connection":
        connection = value.trimEnd().toLowerCase();
        break;
    }
  }
  if (hosts > 1 || (hosts === 0 && version === "1.1")) return bad;
  if (chunked && (length !== undefined || version === "1.0")) return bad;
  if (length !== undefined && !/^\d{1,15}$/.test(length)) return bad;
  const bodyBytes = Number(length ?? 0);
  if (bodyBytes > MAX_BODY_BYTES) return { refused: 413, reason: "Content Too Large" };
  const queryAt = target.indexOf("?");
  return {
    method,
    path: queryAt === -1 ? target : target.slice(0, queryAt),
    query: queryAt === -1 ? "" : target.slice(queryAt + 1),
    keepAlive: version === "1.1" ? connection !== "close" : connection === "keep-alive",
    bodyBytes: chunked ? IN_CHUNKS : bodyBytes,
    head: text,
  };
}

const bad: Refusal = { refused: 400, reason: "Bad Request" };
