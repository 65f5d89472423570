// The server of raw sockets against the usual faults of a hand-written parser. For any input it answers each whole
// request once, in order, and refuses at most once. After a refusal it closes the connection and keeps running.
import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import * as fc from "fast-check";
import { app } from "../src/app.ts";

/** The number of runs. For more, run FUZZ_RUNS=100000 pnpm --filter @deadheat/app-node-net test. */
const numRuns = Number(process.env.FUZZ_RUNS ?? 300);
/** The cases are the same each time, unless FUZZ_RUNS is set. */
const options = { numRuns, ...(process.env.FUZZ_RUNS === undefined && { seed: 20261121 }) };

let port = 0;
let close: () => unknown = () => {};
before(async () => {
  assert.equal(app.kind, "self");
  if (app.kind !== "self") return;
  const address = { hostname: "127.0.0.1", port: 0, protocol: "http", tls: null } as const;
  const listening = await app.listen(address);
  ({ port, close } = listening);
});
after(() => close());

/** Sends the pieces one by one, then ends. Returns all bytes until the server closes. */
function exchange(pieces: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => {
      for (const piece of pieces) socket.write(Buffer.from(piece, "latin1"));
      socket.end();
    });
    socket.setNoDelay(true).setEncoding("latin1");
    socket.setTimeout(5000, () => socket.destroy(new Error("neither answered nor closed")));
    socket.on("data", (text: string) => (answer += text));
    // A server that refuses may close while this client still writes.
    socket.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ECONNRESET" || error.code === "EPIPE" ? resolve(answer) : reject(error),
    );
    socket.on("close", () => resolve(answer));
  });
}

/** Returns the statuses of the responses, each read by its own length as a client would. */
function statuses(answer: string): number[] {
  const found: number[] = [];
  let rest = answer;
  while (rest !== "") {
    const [head = ""] = rest.split("\r\n\r\n", 1);
    const status = /^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1];
    const length = /^content-length: (\d+)$/m.exec(head.replaceAll("\r", ""))?.[1];
    assert.ok(status !== undefined && length !== undefined, `no response: ${JSON.stringify(rest)}`);
    found.push(Number(status));
    rest = rest.slice(head.length + 4 + Number(length));
  }
  return found;
}

/** Places at which to cut a stream of bytes into pieces. */
const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });
function cutInto(stream: string, places: readonly number[]): string[] {
  const at = [...new Set(places.map((place) => Math.floor(place * stream.length)))];
  const ends = [...at.toSorted((a, b) => a - b), stream.length];
  return ends.map((end, i) => stream.slice(ends[i - 1] ?? 0, end)).filter((piece) => piece !== "");
}

const GET = "GET /hey HTTP/1.1\r\nHost: a\r\n\r\n";
const post = (body: string) =>
  `POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

test("pipelined and split requests: as many answers as requests, in their order", async () => {
  const request = fc.constantFrom<[string, number]>(
    [GET, 200],
    [GET.replace("/hey", "/nothing"), 404],
    [post('{"a":1}'), 200],
    [post("no json"), 400],
    // A body that is itself a request must not be answered as one.
    [post(GET), 400],
    [post(`"${"x".repeat(5000)}"`), 200],
  );
  const property = fc.asyncProperty(fc.array(request, { maxLength: 12 }), cuts, async (all, at) => {
    const stream = all.map(([text]) => text).join("");
    const answer = await exchange(cutInto(stream, at));
    assert.deepEqual(
      statuses(answer),
      all.map(([, status]) => status),
    );
  });
  await fc.assert(property, options);
});

test("one malformed or smuggling-shaped request: at most one answer to it, an error, and the end", async () => {
  const inner = GET.replace("/hey", "/hell");
  const head = (fields: string) => `POST /echo HTTP/1.1\r\nHost: a\r\n${fields}\r\n\r\n`;
  const shapes = fc.constantFrom(
    head(`Content-Length: ${inner.length}\r\nTransfer-Encoding: chunked`) + inner,
    head(`Transfer-Encoding: chunked\r\nContent-Length: 5`) + `0\r\n\r\n${inner}`,
    head("Transfer-Encoding: chunked") + `0\r\n\r\n${inner}`,
    head("Transfer-Encoding : chunked") + inner,
    head("Transfer-Encoding:\u000bchunked") + inner,
    head("Content-Length: 0\r\nContent-Length: 3") + inner,
    head("Content-Length: 0, 3") + inner,
    head("Content-Length: +3") + inner,
    head("Content-Length: 0x3") + inner,
    head("Content-Length: -1") + inner,
    head(" Content-Length: 3") + inner,
    `GET /hey HTTP/1.1\nHost: a\n\n${inner}`,
    `GET /hey HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n${inner}`,
    `GET /hey HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n${inner}`,
    `GET /hey HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n${inner}`,
    `GET  /hey HTTP/1.1\r\nHost: a\r\n\r\n${inner}`,
    `GET /hey HTTP/1.1 \r\nHost: a\r\n\r\n${inner}`,
    `GET http://a/hey HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n${inner}`,
    `GET /hey\r\n\r\n${inner}`,
    `GET /hey HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n${inner}`,
    `${"x".repeat(70_000)}${inner}`,
  );
  const sound = fc.nat(3);
  const property = fc.asyncProperty(sound, shapes, cuts, async (count, shape, at) => {
    const got = statuses(await exchange(cutInto(GET.repeat(count) + shape, at)));
    assert.deepEqual(
      got.slice(0, count),
      Array.from({ length: count }, () => 200),
    );
    assert.ok(got.length <= count + 1, `${got.join()} for ${JSON.stringify(shape)}`);
    for (const status of got.slice(count)) assert.ok(status >= 400, `${status}`);
  });
  await fc.assert(property, options);
});

test("any bytes: whatever is answered is a response, and the server lives on", async () => {
  const bytes = fc
    .uint8Array({ maxLength: 3000 })
    .map((array) => Buffer.from(array).toString("latin1"));
  const mutated = fc
    .tuple(fc.nat(GET.length - 1), fc.string({ unit: "binary", maxLength: 3 }))
    .map(([at, put]) => GET.slice(0, at) + put + GET.slice(at + 1));
  const stream = fc.oneof(bytes, mutated);
  const property = fc.asyncProperty(stream, cuts, async (text, at) => {
    const got = statuses(await exchange(cutInto(text, at)));
    assert.ok(got.length <= text.split("\r\n\r\n").length);
    assert.deepEqual(statuses(await exchange([GET])), [200]);
  });
  await fc.assert(property, options);
});
