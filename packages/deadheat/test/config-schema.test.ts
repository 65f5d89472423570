import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Ajv } from "ajv";
import * as v from "valibot";
import { UsageError } from "@deadheat/journal";
import { configSchema } from "../src/config/schema.ts";
import { configJsonSchema } from "../schema/json-schema.ts";
import { whole } from "./whole-config.ts";
import { readRequests } from "../src/config/read-requests.ts";
import { secondsOf, shareOf } from "../src/config/quantity.ts";
import { parseRequest } from "../src/config/request.ts";

test("the published schema is that of the code (node schema/write.ts rewrites it)", () => {
  const published = new URL("../schema/config.schema.json", import.meta.url);
  assert.equal(readFileSync(published, "utf8"), configJsonSchema());
});

/** The values that replace each part of the configuration in turn. */
const odd = [
  null,
  true,
  0,
  200,
  -1.5,
  "",
  " ",
  "0%",
  "99.9%",
  "05 %",
  "3h",
  "get /",
  "DELETE /a b",
  "/é",
  "node@",
  "node | tee",
  "9x",
  "x_9",
  [],
  [""],
  ["/", "/"],
  {},
  { file: 5 },
  { server: "x" },
  { label: "x", server: "y", command: "z" },
  { request: "GET /", path: "/" },
  { method: "GET" },
];

test("both schemas accept and reject the same documents", () => {
  const allows = new Ajv({ strict: false }).compile(JSON.parse(configJsonSchema()));
  const documents = [whole, ...odd, ...variants(whole)];
  const verdicts = documents.map((document) => {
    const ours = v.is(configSchema, document);
    assert.equal(allows(document), ours, JSON.stringify(document));
    return ours;
  });
  assert.ok(verdicts[0]);
  const good = verdicts.filter(Boolean).length;
  assert.ok(good > 100 && documents.length - good > 500, `${good} of ${documents.length} are good`);
});

/** Returns variants of a value. In each variant one part is replaced by an odd value, left out or renamed. */
function variants(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return odd;
  return Object.keys(value).flatMap((key) => {
    const inner = (value as Record<string, unknown>)[key];
    if (Array.isArray(value)) return variants(inner).map((part) => value.with(Number(key), part));
    const { [key]: _, ...others } = value as Record<string, unknown>;
    const replaced = [...odd, ...variants(inner)].map((part) => ({ ...value, [key]: part }));
    return [others, { ...others, [`${key}s`]: inner }, ...replaced];
  });
}

test("a request of the command line is parsed or rejected", () => {
  assert.deepEqual(parseRequest(" /hello?a=1", []), {
    method: "GET",
    path: "/hello?a=1",
    headers: {},
  });
  assert.deepEqual(parseRequest("post /echo", ["Content-Type: application/json"]), {
    method: "POST",
    path: "/echo",
    headers: { "content-type": "application/json" },
  });
  for (const wrong of ["hello", "FETCH /", "GET http://127.0.0.1/", "GET/", ""]) {
    assert.throws(() => parseRequest(wrong, []), UsageError, wrong);
  }
  assert.throws(() => parseRequest("/", ["no colon"]), /Write it as "name: value"/);
});

test("requests of a program are checked like those of a configuration", () => {
  const [read] = readRequests([{ request: "HEAD /" }], "/", "requests");
  assert.equal(read?.request.method, "HEAD");
  const wrong = [{ requst: "HEAD /" }] as never;
  assert.throws(
    () => readRequests(wrong, "/", "requests"),
    new UsageError('requests[0] has an unknown field "requst" (did you mean "request"?)'),
  );
});

test("percentages become shares, and times become seconds", () => {
  const shares = ["5%", "0.5 %", "99.5%", "0%", "0.0%", "100%", "5", "-5%"].map(shareOf);
  assert.deepEqual(shares, [0.05, 0.005, 0.995, null, null, null, null, null]);
  const seconds = ["90s", "1.5m", "2h", "90", "2 m", "1d", ""].map(secondsOf);
  assert.deepEqual(seconds, [90, 90, 7200, null, null, null, null]);
});
