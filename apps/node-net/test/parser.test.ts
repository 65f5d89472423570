import assert from "node:assert/strict";
import { test } from "node:test";
import { RequestParser, type ParsedRequest, type Refusal } from "../src/parser.ts";

function parse(...pieces: (string | Buffer)[]): (ParsedRequest | Refusal)[] {
  const parser = new RequestParser();
  return pieces.flatMap((piece) => [...parser.push(Buffer.from(piece as string, "latin1"))]);
}

const summary = (parsed: ParsedRequest | Refusal) =>
  "refused" in parsed ? parsed.refused : `${parsed.method} ${parsed.path} ${parsed.body}`;

const GET = "GET /hello?x=1 HTTP/1.1\r\nHost: a\r\n\r\n";
const POST = 'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 7\r\n\r\n{"a":1}';

test("requests come out whole, however the bytes are cut", () => {
  const stream = GET + POST + GET + POST;
  const whole = ["GET /hello ", 'POST /echo {"a":1}', "GET /hello ", 'POST /echo {"a":1}'];
  assert.deepEqual(parse(stream).map(summary), whole);
  assert.deepEqual(parse(...stream).map(summary), whole);
  for (let cut = 1; cut < stream.length; cut++) {
    assert.deepEqual(parse(stream.slice(0, cut), stream.slice(cut)).map(summary), whole);
  }
});

test("keep-alive follows the version and the Connection field", () => {
  const keepAlive = (text: string) => (parse(text)[0] as ParsedRequest).keepAlive;
  assert.equal(keepAlive("GET / HTTP/1.1\r\nHost: a\r\n\r\n"), true);
  assert.equal(keepAlive("GET / HTTP/1.1\r\nHost: a\r\nConnection: Close\r\n\r\n"), false);
  assert.equal(keepAlive("GET / HTTP/1.0\r\n\r\n"), false);
  assert.equal(keepAlive("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"), true);
});

const refused: [string, string, number][] = [
  ["no version", "GET /\r\n\r\n", 400],
  ["no host", "GET / HTTP/1.1\r\n\r\n", 400],
  ["two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400],
  ["absolute target", "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400],
  ["two spaces", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400],
  ["control character in the target", "GET /\x01 HTTP/1.1\r\nHost: a\r\n\r\n", 400],
  ["bare LF", "GET / HTTP/1.1\nHost: a\r\n\r\n", 400],
  ["folded field", "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n 2\r\n\r\n", 400],
  ["space before the colon", "GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400],
  [
    "two lengths",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na",
    400,
  ],
  ["a signed length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\na", 400],
  ["a list of lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\na", 400],
  ["chunked", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 501],
  [
    "chunked beside a length",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    501,
  ],
  ["HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
  ["HTTP/3.0", "GET / HTTP/3.0\r\nHost: a\r\n\r\n", 505],
  ["expectation", "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n", 417],
  ["a huge body", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n", 413],
  ["a huge head", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}`, 431],
  ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400],
];

for (const [name, text, status] of refused) {
  test(`refuses ${name}, and ignores the rest of the connection`, () => {
    assert.deepEqual(parse(text, GET).map(summary), [status]);
    assert.deepEqual(parse(GET + text + GET).map(summary), ["GET /hello ", status]);
  });
}
