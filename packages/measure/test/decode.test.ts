import assert from "node:assert/strict";
import { test } from "node:test";
import * as zlib from "node:zlib";
import { LARGEST_BODY } from "../src/server/bounded.ts";
import { decoded, encodingsOf } from "../src/server/decode.ts";

const text = "Hello, Wörld! ".repeat(50);
const plain = Buffer.from(text);
const encoded = (value: string) => [["Content-Encoding", value]] as const;

const bodies: Record<string, Buffer> = {
  gzip: zlib.gzipSync(plain),
  "x-gzip": zlib.gzipSync(plain),
  BR: zlib.brotliCompressSync(plain),
  deflate: zlib.deflateSync(plain),
  identity: plain,
  "gzip, br": zlib.brotliCompressSync(zlib.gzipSync(plain)),
};
for (const [encoding, body] of Object.entries(bodies)) {
  test(`a body in ${encoding} is decoded`, () => {
    assert.equal(decoded(body, encoded(encoding)), text);
  });
}

test("deflate without the header of zlib is decoded too", () => {
  assert.equal(decoded(zlib.deflateRawSync(plain), encoded("deflate")), text);
});

test("zstd is decoded, or the message names the Node that can", () => {
  if (zlib.zstdCompressSync) {
    assert.equal(decoded(zlib.zstdCompressSync(plain), encoded("zstd")), text);
  } else assert.throws(() => decoded(plain, encoded("zstd")), /zstd needs Node 22\.15 or later/);
});

test("two header fields are one list, whose last encoding was applied last", () => {
  const fields = [...encoded("gzip"), ...encoded(" br ")];
  assert.deepEqual(encodingsOf(fields), ["gzip", "br"]);
  assert.equal(decoded(bodies["gzip, br"] ?? plain, fields), text);
});

test("an empty body is empty in every encoding", () => {
  for (const encoding of ["gzip", "br", "zstd"]) {
    assert.equal(decoded(Buffer.alloc(0), encoded(encoding)), "");
  }
});

test("an unknown, a broken and a nested encoding are errors", () => {
  assert.throws(
    () => decoded(plain, encoded("compress\u001B[2j")),
    /"compress\\u001b\[2j" is unknown/,
  );
  assert.throws(() => decoded(plain, encoded("toString")), /"tostring" is unknown/);
  assert.throws(() => decoded(plain, encoded("gzip")), /incorrect header check/);
  assert.throws(() => decoded(plain, encoded("gzip, ".repeat(9))), /names 9 encodings/);
});

const bomb = Buffer.alloc(LARGEST_BODY + 1);
const bombs = {
  gzip: zlib.gzipSync(bomb),
  br: zlib.brotliCompressSync(bomb, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
  deflate: zlib.deflateSync(bomb),
  ...(zlib.zstdCompressSync && { zstd: zlib.zstdCompressSync(bomb) }),
};
for (const [encoding, body] of Object.entries(bombs)) {
  test(`a bomb in ${encoding} is not unpacked`, () => {
    assert.throws(() => decoded(body, encoded(encoding)), /unpacks to a body of more than 32 MiB/);
  });
}
