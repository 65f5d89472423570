import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { classifyError } from "../src/read/classify.ts";
import { OhaError, readOhaJson, type Load } from "../src/index.ts";

/** Returns the output that oha 1.16.0 printed in this case. */
const fixture = (name: string) =>
  readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), "utf8");

/** Returns a fixture with some values changed, by path. */
function changed(name: string, changes: Record<string, unknown>): string {
  const json = JSON.parse(fixture(name));
  for (const [path, value] of Object.entries(changes)) {
    const [first, second] = path.split("/") as [string, string?];
    if (second === undefined) json[first] = value;
    else json[first][second] = value;
  }
  return JSON.stringify(json);
}

const nulls = (of: string, ...keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [`${of}/${key}`, null]));

test("a clean run has metrics", () => {
  const json = JSON.parse(fixture("closed"));
  const result = readOhaJson(fixture("closed"), 200);
  assert.equal(result.void, null);
  assert.equal(result.good, json.statusCodeDistribution["200"]);
  assert.equal(result.goodPerSecond, result.good / json.summary.total);
  assert.equal(result.bytes, result.good * "Hey!".length);
  assert.equal(result.totalErrors, 0);
  assert.equal(result.latency?.p50, json.latencyPercentiles.p50);
  assert.equal(result.latency?.p99_9, json.latencyPercentiles["p99.9"]);
  assert.equal(result.latency?.max, json.summary.slowest);
});

test("any unexpected status voids a run", () => {
  const half = readOhaJson(
    changed("closed", { statusCodeDistribution: { 200: 708, 500: 708 } }),
    200,
  );
  assert.equal(half.good, 708);
  assert.equal(half.errors.status, 708);
  assert.equal(half.goodPerSecond, null);
  assert.equal(half.void, "708 of 1416 responses had another status than 200 (708 x 500)");
  const limited = changed("closed", { statusCodeDistribution: { 200: 1000, 429: 416 } });
  assert.match(readOhaJson(limited, 200).void ?? "", /\(416 x 429\): a rate limit\. Switch it off/);
  assert.match(readOhaJson(fixture("closed"), 404).void ?? "", /another status than 404/);
  assert.equal(readOhaJson(fixture("closed"), 404).good, 0);
});

test("a run without responses is void and has no latencies", () => {
  const text = changed("closed", {
    statusCodeDistribution: {},
    errorDistribution: { "Connection refused (os error 111)": 1416 },
    ...nulls("summary", "slowest", "fastest", "average"),
    ...nulls("latencyPercentiles", "p50", "p75", "p90", "p99", "p99.9"),
  });
  const result = readOhaJson(text, 200);
  assert.equal(result.good, 0);
  assert.equal(result.latency, null);
  assert.equal(result.goodPerSecond, null);
  assert.ok(result.errors.connect > 100);
  assert.equal(result.totalErrors, result.errors.connect);
  assert.match(
    result.void ?? "",
    /^(\d+) of \1 requests failed: \1 x connect .*no request got a response$/,
  );
});

const DELAYS =
  ". If the server delays requests on purpose, as a rate limit does, switch that off for the measurement";

test("one error among many responses voids a run", () => {
  const { summary } = JSON.parse(fixture("closed"));
  const results = Math.round(summary.requestsPerSec * summary.total) + 1;
  const text = changed("closed", {
    errorDistribution: { timeout: 1 },
    "summary/requestsPerSec": results / summary.total,
  });
  const result = readOhaJson(text, 200);
  assert.equal(result.void, `1 of ${results} requests failed: 1 x timeout${DELAYS}`);
});

test("metrics that contradict each other void a run", () => {
  const odd: [Record<string, unknown>, RegExp][] = [
    [{ statusCodeDistribution: { "200": 3 } }, /add up to 3/],
    [{ "latencyPercentiles/p50": 7 }, /contradict/],
    [{ "summary/slowest": null }, /have no latency/],
    [{ "summary/slowest": 60 }, /a response took 60 s/],
  ];
  for (const [changes, reason] of odd) {
    assert.match(readOhaJson(changed("closed", changes), 200).void ?? "", reason);
  }
});

test("a run that did less than its load is void", () => {
  const url = "http://127.0.0.1:1/";
  const common = { url, connections: 2, workerThreads: 1 };
  const closed: Load = { ...common, mode: "closed", seconds: 0.2 };
  const open: Load = { ...common, mode: "open", requests: 100, ratePerSecond: 500 };
  assert.equal(readOhaJson(fixture("closed"), 200, closed).void, null);
  assert.equal(readOhaJson(fixture("open"), 200, open).void, null);
  const short = readOhaJson(fixture("closed"), 200, { ...closed, seconds: 1 });
  assert.match(short.void ?? "", /of 1 s: it was interrupted/);
  const few = readOhaJson(fixture("open"), 200, { ...open, requests: 101 });
  assert.match(few.void ?? "", /100 of 101 requests: it was interrupted/);
  const late = readOhaJson(fixture("open"), 200, { ...open, ratePerSecond: 5000 });
  assert.ok((late.lateness ?? 0) > 0.1);
  assert.match(late.void ?? "", /oha itself was 0\.\d{3} s or more behind/);
});

test("other keys may come and go", () => {
  const json = JSON.parse(changed("closed", { "summary/new": 1, new: [] }));
  for (const key of ["rps", "details", "metrics", "responseTimeHistogram"]) delete json[key];
  delete json.latencyPercentiles["p99.9"];
  const result = readOhaJson(JSON.stringify(json), 200);
  assert.equal(result.void, null);
  assert.equal(result.latency?.p99_9, null);
});

test("anything but oha's JSON is rejected, and never becomes a number", () => {
  const whole = fixture("closed");
  for (const text of [
    "",
    "\n",
    "Summary:\n  Success rate: 100.00%",
    whole.slice(0, whole.length / 2),
    whole.slice(1),
    `${whole}${whole}`,
    "null",
    "[]",
    "{}",
    "42",
    '"200"',
    Buffer.from([0, 255, 1, 254, 127, 69, 76, 70]).toString("utf8"),
  ]) {
    assert.throws(() => readOhaJson(text, 200), OhaError, JSON.stringify(text.slice(0, 20)));
  }
  for (const key of [
    "summary",
    "statusCodeDistribution",
    "errorDistribution",
    "latencyPercentiles",
  ]) {
    const json = JSON.parse(whole);
    delete json[key];
    assert.throws(() => readOhaJson(JSON.stringify(json), 200), OhaError, key);
  }
  for (const [path, value] of Object.entries({
    "summary/total": 0,
    "summary/totalData": -1,
    "summary/slowest": "1 s",
    "statusCodeDistribution/200": 1.5,
    errorDistribution: { timeout: -3 },
  })) {
    assert.throws(() => readOhaJson(changed("closed", { [path]: value }), 200), OhaError, path);
  }
  assert.throws(() => readOhaJson(changed("closed", { "summary/total": null }), 200), {
    message: /summary\.total/,
  });
});

test("oha's error texts have kinds", () => {
  const kinds = {
    "Connection refused (os error 111)": "connect",
    "Connection reset by peer (os error 104)": "connect",
    "Too many open files (os error 24)": "connect",
    "connection error": "read",
    "connection closed before message completed": "read",
    "operation was canceled": "read",
    "error reading a body from connection": "read",
    "invalid HTTP version parsed": "read",
    "message head is too large": "read",
    "error writing a body to connection": "write",
    timeout: "timeout",
    "aborted due to deadline": "deadline",
    "something new": "other",
  };
  for (const [text, kind] of Object.entries(kinds)) assert.equal(classifyError(text), kind, text);
});
