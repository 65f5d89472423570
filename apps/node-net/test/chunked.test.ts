import assert from "node:assert/strict";
import { test } from "node:test";
import { readChunked } from "../src/chunked.ts";
import { RequestParser } from "../src/parser.ts";

/** Returns the requests and refusals of a connection whose bytes arrive in these pieces. */
function parse(...pieces: string[]): (string | number)[] {
  const parser = new RequestParser(readChunked);
  return pieces.flatMap((piece) =>
    [...parser.push(Buffer.from(piece, "latin1"))].map((parsed) =>
      "refused" in parsed ? parsed.refused : `${parsed.method} ${parsed.path} ${parsed.body}`,
    ),
  );
}

const head = (fields = "Transfer-Encoding: chunked", version = "1.1") =>
  `POST /echo HTTP/${version}\r\nHost: a\r\n${fields}\r\n\r\n`;
const GET = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n";

test("a chunked body and the next request come out whole, however the bytes are cut", () => {
  const stream = `${head()}3\r\n{"a\r\n4;x=1\r\n":1}\r\n0\r\n\r\n${GET}`;
  const whole = ['POST /echo {"a":1}', "GET /hello "];
  assert.deepEqual(parse(stream), whole);
  assert.deepEqual(parse(...stream), whole);
  for (let cut = 1; cut < stream.length; cut++) {
    assert.deepEqual(parse(stream.slice(0, cut), stream.slice(cut)), whole);
  }
});

test("a chunk may contain text that looks like its end", () => {
  assert.deepEqual(parse(`${head()}5\r\n0\r\n\r\n\r\n0\r\n\r\n`), ["POST /echo 0\r\n\r\n"]);
});

const refused: [string, string, number][] = [
  [
    "a length beside it",
    `${head("Content-Length: 5\r\nTransfer-Encoding: chunked")}0\r\n\r\n`,
    400,
  ],
  ["it in HTTP/1.0", `${head("Transfer-Encoding: chunked", "1.0")}0\r\n\r\n`, 400],
  ["another coding", `${head("Transfer-Encoding: gzip, chunked")}0\r\n\r\n`, 501],
  [
    "two codings",
    `${head("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked")}0\r\n\r\n`,
    501,
  ],
  ["a size that is none", `${head()}x\r\n`, 400],
  ["a signed size", `${head()}+1\r\na\r\n0\r\n\r\n`, 400],
  ["a size with 0x", `${head()}0x1\r\na\r\n0\r\n\r\n`, 400],
  ["an empty size", `${head()}\r\n\r\n`, 400],
  ["a bare LF", `${head()}1\na\n0\n\n${"x".repeat(300)}`, 400],
  ["a chunk that is longer than it says", `${head()}1\r\nab\r\n0\r\n\r\n`, 400],
  ["trailers", `${head()}0\r\nX: 1\r\n\r\n`, 400],
  ["an endless line", `${head()}1;${"x".repeat(300)}`, 400],
  ["a huge chunk", `${head()}ffffffff\r\n`, 413],
];

for (const [name, text, status] of refused) {
  test(`refuses ${name}, and ignores the rest of the connection`, () => {
    assert.deepEqual(parse(text, GET), [status]);
  });
}
