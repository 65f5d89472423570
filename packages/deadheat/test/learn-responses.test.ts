// Each server is started once, and its responses are sampled, compared and held from then on.
import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { choosePinning, departure, type Answer, type Entrant } from "@deadheat/measure";
import { readRequests } from "../src/config/read-requests.ts";
import { learnExchanges, type LearnedExchanges } from "../src/learn/exchanges.ts";
import { remarksOf } from "../src/learn/learn.ts";
import type { Warning } from "@deadheat/journal";
import { warningWords } from "@deadheat/report/words";

/** Returns a server whose handler has this body. */
function entrant(name: string, handler: string): Entrant {
  const source = `const zlib = require("node:zlib"), crypto = require("node:crypto"); let n = 0;
    require("node:http").createServer((request, response) => { n++; ${handler} }).listen(process.env.PORT, "127.0.0.1");`;
  const request = { method: "GET", path: "/", headers: {}, body: null };
  const command = [process.execPath, "--eval", source];
  return { name, runtime: "node", command, cwd: process.cwd(), env: {}, asks: { request } };
}

function learn(
  handlers: readonly string[],
  request: object = {},
  allowDifferent = false,
): Promise<LearnedExchanges[]> {
  const entrants = handlers.map((handler, i) => entrant(i === 0 ? "base" : "new", handler));
  const asked = readRequests([{ request: "GET /", ...request }], process.cwd(), "requests");
  const { signal } = new AbortController();
  const note = () => {};
  return learnExchanges(entrants, asked, {
    pinning: choosePinning(),
    signal,
    allowDifferent,
    note,
  });
}

const said = (learned: readonly LearnedExchanges[]) =>
  learned.at(-1)?.remarks[0]?.map((one) => `${one.code}: ${warningWords(one)}`) ?? [];

/** Returns how a body departs from what was learned of the new server. */
function departureOf(
  learned: readonly LearnedExchanges[],
  body: string,
  more: Partial<Answer> = {},
) {
  const exchange = learned.at(-1)?.exchanges[0];
  assert.ok(exchange);
  const got = {
    status: 200,
    httpVersion: "1.1",
    headers: [],
    bodyBytes: 0,
    bytes: 0,
    seconds: 0,
    kept: true,
  };
  return departure(
    { ...exchange, response: { ...exchange.response, mediaType: null } },
    { ...got, body, ...more },
  );
}

const varying = `response.end(JSON.stringify({ id: crypto.randomUUID(), at: new Date(), n: Math.random(), rows: [1, 2] }));`;
const text = (title: string) =>
  `response.end("<h1>${title}</h1><p nonce=\\"" + crypto.randomBytes(16).toString("base64") + "\\">" + new Date().toUTCString() + "</p>");`;

test("JSON that varies is the same in two servers; what does not vary is held", async () => {
  const learned = await learn([varying, varying]);
  assert.deepEqual(said(learned).length, 1);
  assert.match(said(learned)[0] ?? "", /^not-compared: Not compared in GET \/: .*\$\.n/);
  const { lengths } = learned[1]?.exchanges[0]?.response ?? {};
  assert.ok(lengths && lengths.least > 60 && lengths.most < 250);
  for (const wrong of ["", "{}", "<h1>Error</h1>", '{"id":"1","at":"2","n":3,"rows":[1,2]}']) {
    assert.ok(departureOf(learned, wrong), wrong);
  }
  const right = `{"id":"${crypto.randomUUID()}","at":"${new Date(0).toJSON()}","n":0.5,"rows":[1,2]}`;
  assert.equal(departureOf(learned, right), null);
  assert.match(
    departureOf(learned, right.replace("[1,2]", "[1]")) ?? "",
    /\$\.rows is a list of 1 instead of a list of 2/,
  );
  assert.match(departureOf(learned, right, { status: 500 }) ?? "", /status 500 instead of 200/);
});

test("another title is found beside a nonce and a date, and a date of another second is not", async () => {
  await assert.rejects(
    learn([text("One"), text("Two")]),
    /do not return the same response to GET \/.*<h1>Two.* instead of .*<h1>One/s,
  );
  const learned = await learn([text("One"), text("One")]);
  assert.match(said(learned)[0] ?? "", /GMT/, "a late sample shows that the date varies");
});

const body = `const body = Buffer.from("Hello! ".repeat(2000));`;
const inEncoding = (encoding: string, compress: string) =>
  `${body} response.setHeader("content-encoding", "${encoding}"); response.end(zlib.${compress}(body));`;

test("the same content in other encodings is the same, and the sizes are said", async () => {
  const learned = await learn([
    inEncoding("gzip", "gzipSync"),
    inEncoding("br", "brotliCompressSync"),
  ]);
  assert.match(
    said(learned).join(),
    /^response-sizes: The response to GET \/ is \d+ bytes in gzip from base and \d+ in br from new\.$/,
  );
  const plain = await learn([
    inEncoding("deflate", "deflateRawSync"),
    `${body} response.end(body);`,
  ]);
  assert.match(said(plain).join(), /is \d+ bytes in deflate from base and 14,000 from new\.$/);
  await assert.rejects(
    learn([
      inEncoding("gzip", "gzipSync"),
      `response.setHeader("content-encoding", "br"); response.end(zlib.brotliCompressSync("Hello?"));`,
    ]),
    /do not return the same response/,
  );
});

test("a compressed response under load is held to its size and content", async () => {
  const same = inEncoding("gzip", "gzipSync");
  const learned = await learn([same, same]);
  const { lengths } = learned[1]?.exchanges[0]?.response ?? {};
  assert.ok(lengths && lengths.least > 0 && lengths.most < 300);
  assert.ok(departureOf(learned, ""));
  assert.equal(departureOf(learned, "Hello! ".repeat(2000)), null);
});

test('expect: { body: "any" } compares status and size, and says so', async () => {
  const noise = `response.end(crypto.randomBytes(300 + n % 7).toString("latin1"));`;
  const learned = await learn([noise, noise], { expect: { body: "any" } });
  assert.match(
    said(learned)[0] ?? "",
    /^sizes-only: Not compared: the bodies of GET \/\. deadheat compares the status/,
  );
  assert.equal(departureOf(learned, "anything"), null);
  assert.match(departureOf(learned, "anything", { status: 404 }) ?? "", /status 404/);
  const { lengths } = learned[1]?.exchanges[0]?.response ?? {};
  assert.ok(lengths && lengths.least > 100);
});

test("a pattern to ignore that matches nothing in any response is reported", async () => {
  const handler = `response.setHeader("content-type", "application/json"); response.end('{"id":1,"name":"a"}');`;
  const learned = await learn([handler, handler], { ignore: ["$.id", "$.idd", "/nonce=.+/"] });
  const unused = said(learned).filter((one) => one.startsWith("ignored-nothing"));
  assert.deepEqual(unused, [
    "ignored-nothing: ignore $.idd matches nothing in any response. Check the pattern, or remove it.",
    "ignored-nothing: ignore /nonce=.+/ matches nothing in any response. Check the pattern, or remove it.",
  ]);
});

test("what the user ignores may differ between the servers, and nothing else", async () => {
  const answer = (id: number, total: number) => `response.end('{"id":${id},"total":${total}}');`;
  const ignore = ["$.id"];
  const learned = await learn([answer(1, 7), answer(2, 7)], { ignore });
  assert.deepEqual(said(learned), ["ignored: Not compared in GET /: $.id (ignored)."]);
  assert.equal(departureOf(learned, '{"id":5,"total":7}'), null);
  assert.match(departureOf(learned, '{"id":5,"total":8}') ?? "", /total/);
  await assert.rejects(
    learn([answer(1, 7), answer(2, 8)], { ignore }),
    /\$\.total is 8 instead of 7/,
  );
});

test("--allow-different measures responses that vary too, and says that they differ", async () => {
  const learned = await learn([varying, text("One")], {}, true);
  assert.match(
    said(learned)[0] ?? "",
    /^different-responses: The two servers return different responses/,
  );
  assert.ok(departureOf(learned, "<h1>Two</h1>"));
});

test("a status that varies is an error, and so is an error page", async () => {
  const flaky = `response.statusCode = n % 2 ? 200 : 500; response.end("Hello");`;
  await assert.rejects(learn([flaky]), /returns a different response each time \(GET \/: status/);
  await assert.rejects(
    learn([`response.statusCode = 404; response.end();`]),
    /returned status 404/,
  );
});

test("with keepAlive: false every request has its own connection", async () => {
  const closes = `response.setHeader("connection", "close"); response.end(String(request.headers.connection));`;
  const learned = await learn([closes, closes], { keepAlive: false });
  const [exchange] = learned[1]?.exchanges ?? [];
  assert.deepEqual([exchange?.traffic, exchange?.response.body], [{ keepAlive: false }, "close"]);
  await assert.rejects(learn([closes]), /closes the connection after a response/);
});

test("a server of HTTP/1.0 is refused with the reason", async () => {
  const old = `request.socket.end("HTTP/1.0 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok");`;
  await assert.rejects(learn([old, old]), /answered with HTTP\/1\.0, .*answer with HTTP\/1\.1/);
});

test("a remark that only quotes other text for each server is printed once, and every path of JSON is kept", () => {
  const request = "GET /:id";
  const varied = (quoted: boolean, ...places: string[]) => ({
    code: "not-compared" as const,
    facts: { request, places, quoted },
  });
  const ignored: Warning = { code: "ignored", facts: { request, places: ["$.at"] } };
  const learned = [1, 2, 3, 4].map((own) => ({
    remarks: [[varied(true, `"${own}"`), varied(false, "$.a", `$.b${own}`), ignored]],
  }));
  const { code, facts } = varied(true, '"2"');
  assert.deepEqual(remarksOf(learned), [
    { code, facts: { ...facts, more: 2 } },
    varied(false, "$.a", "$.b1"),
    ignored,
    varied(false, "$.a", "$.b2"),
    varied(false, "$.a", "$.b3"),
    varied(false, "$.a", "$.b4"),
  ]);
});
