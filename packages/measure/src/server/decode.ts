import * as zlib from "node:zlib";
import { LARGEST_BODY, tooLarge } from "./bounded.ts";
import type { Fields } from "./exchange-type.ts";

type Decode = (sent: Buffer, options: { readonly maxOutputLength: number }) => Buffer;

/** RFC 9110, 8.4.1. A server may name more encodings than one; each is another pass over up to LARGEST_BODY bytes. */
const MOST_ENCODINGS = 4;

const decoders: Readonly<Record<string, Decode>> = {
  gzip: zlib.gunzipSync,
  "x-gzip": zlib.gunzipSync,
  br: zlib.brotliDecompressSync,
  deflate: inflate,
  zstd: unzstd,
  identity: (sent) => sent,
};

/**
 * Returns the text of a body whose `content-encoding` is any list of gzip, br, deflate and zstd. A body without bytes is
 * empty in every encoding: responses to HEAD and with status 304 have the field too.
 * @throws Error for an unknown or broken encoding, or a text of more than LARGEST_BODY bytes
 */
export function decoded(sent: Buffer, headers: Fields): string {
  if (sent.length === 0) return "";
  const encodings = encodingsOf(headers);
  if (encodings.length > MOST_ENCODINGS) {
    throw new Error(`content-encoding names ${encodings.length} encodings`);
  }
  // The last named encoding was applied last.
  return encodings.reduceRight(decodedOnce, sent).toString("utf8");
}

/** Returns the encodings of a body in lower case, without `identity`. */
export function encodingsOf(headers: Fields): string[] {
  const named = headers.filter(([name]) => name.toLowerCase() === "content-encoding");
  const all = named.flatMap(([, value]) => value.split(","));
  return all
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== "" && one !== "identity");
}

function decodedOnce(sent: Buffer, encoding: string): Buffer {
  const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  if (decode === undefined) {
    throw new Error(`content-encoding ${JSON.stringify(encoding.slice(0, 60))} is unknown`);
  }
  try {
    return decode(sent, { maxOutputLength: LARGEST_BODY });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === "ERR_BUFFER_TOO_LARGE" ? tooLarge("unpacks to") : error;
  }
}

/** `deflate` is the zlib format by RFC 9110, 8.4.1.2, but some servers send the raw format of RFC 1951. */
function inflate(sent: Buffer, options: { readonly maxOutputLength: number }): Buffer {
  const isZlib =
    ((sent[0] ?? 0) & 0x0f) === 8 && sent.length > 1 && sent.readUInt16BE(0) % 31 === 0;
  return isZlib ? zlib.inflateSync(sent, options) : zlib.inflateRawSync(sent, options);
}

/** Node has zstd since 22.15 and 23.8. */
function unzstd(sent: Buffer, options: { readonly maxOutputLength: number }): Buffer {
  const decode: Decode | undefined = zlib.zstdDecompressSync;
  if (decode !== undefined) return decode(sent, options);
  throw new Error(
    `content-encoding zstd needs Node 22.15 or later, and this is ${process.versions.node}`,
  );
}
