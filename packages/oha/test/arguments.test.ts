import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClosedLoad, Load, OpenLoad } from "../src/index.ts";
import { ohaArguments as argumentsWith } from "../src/run/arguments.ts";

const ohaArguments = (load: Load) => argumentsWith(load, {});

const words = (text: string) => text.split(" ");
const COMMON = "--no-tui --output-format json --disable-compression --redirect 0";

const closed: ClosedLoad = {
  mode: "closed",
  url: "http://127.0.0.1:3000/hey",
  connections: 50,
  seconds: 2.5,
  workerThreads: 1,
};
const open: OpenLoad = {
  mode: "open",
  url: "http://[::1]:3000/users/1?name=a",
  connections: 20,
  requests: 100_000,
  ratePerSecond: 1234.5,
  workerThreads: 2,
  timeoutSeconds: 3,
};

test("a closed loop waits for requests under way, but not forever", () => {
  const expected =
    "--worker-threads 1 -c 50 -t 10000ms -z 2500ms -w -m GET http://127.0.0.1:3000/hey";
  assert.deepEqual(ohaArguments(closed), words(`${COMMON} ${expected}`));
});

test("an open loop has a number, a rate and the latency correction", () => {
  const pace = "--worker-threads 2 -c 20 -t 3000ms -n 100000 -q 1234.5 --latency-correction";
  const request = "-m GET http://[::1]:3000/users/1?name=a";
  assert.deepEqual(ohaArguments(open), words(`${COMMON} ${pace} ${request}`));
});

test("headers and body travel in one word with their flag", () => {
  const headers = { "content-type": "application/json", host: "example.test" };
  const args = ohaArguments({ ...closed, method: "POST", headers, body: '-{"a":1}' });
  const from = args.indexOf("-m");
  assert.deepEqual(args.slice(from, -1), [
    "-m",
    "POST",
    "-H=content-type: application/json",
    "-H=host: example.test",
    '-d=-{"a":1}',
  ]);
});

test("a random suffix turns the URL into a pattern whose first part matches only itself", () => {
  const url = "http://127.0.0.1:3000/row/";
  const args = ohaArguments({ ...closed, url, randomSuffix: "1[0-9]{4}" });
  assert.deepEqual(args.slice(-2), ["--rand-regex-url", `${url}1[0-9]{4}`]);
  for (const plain of [
    "http://127.0.0.1/a?b=",
    "http://[::1]:3000/row/",
    "http://127.0.0.1/a+b/",
  ]) {
    const load = { ...closed, url: plain, randomSuffix: "[0-9]" };
    assert.throws(() => ohaArguments(load), /not a URL that can take a random suffix/);
  }
  for (const randomSuffix of ["", "a b", "#[0-9]", "ü"]) {
    assert.throws(
      () => ohaArguments({ ...closed, url, randomSuffix }),
      /not a URL that can take a random suffix/,
    );
  }
});

test("only the literal loopback addresses are loaded", () => {
  for (const url of [
    "http://localhost:3000/",
    "http://127.0.0.2/",
    "http://127.0.0.1.example.com/",
    "http://127.0.0.1@example.com/",
    "http://user@127.0.0.1/",
    "http://2130706433/",
    "http://127.1/",
    "http://127.0.0.1:99999/",
    "http://0.0.0.0/",
    "http://[::ffff:127.0.0.1]/",
    " http://127.0.0.1/",
    "-n",
    "",
  ]) {
    assert.throws(() => ohaArguments({ ...closed, url }), RangeError, url);
  }
});

test("invalid numbers are rejected", () => {
  for (const [load, name, values] of [
    [closed, "connections", [0, 1.5, Infinity]],
    [closed, "workerThreads", [0, NaN]],
    [closed, "timeoutSeconds", [0, NaN, 1e9]],
    [closed, "seconds", [0, -1, NaN, Infinity, 0.0001]],
    [open, "ratePerSecond", [0, -1, NaN, Infinity, 1e-9]],
    [open, "requests", [0, 2.5, NaN, 2_000_001]],
  ] as const) {
    for (const value of values) {
      const wrong = { ...load, [name]: value };
      assert.throws(() => ohaArguments(wrong), RangeError, `${name} ${value}`);
    }
  }
  assert.ok(ohaArguments({ ...open, requests: 2_000_000 }).includes("2000000"));
});

test("requests that cannot travel as arguments are rejected", () => {
  for (const wrong of [
    { method: "get" },
    { method: "-z" },
    { headers: { "a b": "c" } },
    { headers: { a: "b\r\nc: d" } },
    { body: "a\0b" },
    { body: "é".repeat(60_000) },
  ]) {
    assert.throws(() => ohaArguments({ ...closed, ...wrong }), RangeError);
  }
});
