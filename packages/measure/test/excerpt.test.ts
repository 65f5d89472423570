import assert from "node:assert/strict";
import { test } from "node:test";
import { departure } from "../src/server/answer.ts";
import { differenceIn, differenceWords } from "../src/server/excerpt.ts";

const long = Array.from({ length: 100 }, (_, i) => `row ${i}`).join(", ");

test("a difference far inside is shown where it is, with its surroundings", () => {
  const other = long.replace("row 98", "row 89");
  assert.equal(
    differenceWords(long, other),
    '"…95, row 96, row 97, row »89, row 99" instead of "…95, row 96, row 97, row »98, row 99" at character 779',
  );
});

test("short texts are shown whole", () => {
  assert.equal(
    differenceWords("Hello World!", "Hello Wurst!"),
    '"Hello Wurst!" instead of "Hello World!"',
  );
});

const twins: [string, string][] = [
  ["a b", "a\u00A0b"],
  ["ab", "a\u200Bb"],
  ["\u00E9", "e\u0301"],
  [long, `${long}x`],
  [long, long.slice(0, -1)],
  [`${long}\u2028`, `${long}\u2029`],
  ["", " "],
  ["\uD800", "\uD801"],
];
test("two excerpts are never equal, whatever differs", () => {
  for (const [one, other] of twins) {
    const { expected, got } = differenceIn(one, other);
    assert.notEqual(expected, got);
    assert.ok(expected.length < 200 && got.length < 200);
  }
});

test("escapes of a hostile body stay quoted, and a departure names the place", () => {
  const request = { method: "GET", path: "/", headers: {}, body: null };
  const response = { status: 200, mediaType: null, body: long };
  const body = `${long.slice(0, 400)}\u001B[2J`;
  const got = { status: 200, httpVersion: "1.1", headers: [], body } as const;
  const sizes = { bodyBytes: 1, bytes: 1, seconds: 1, kept: true };
  const reason = departure({ request, response }, { ...got, ...sizes });
  assert.match(reason ?? "", /^GET \/: body "….*»\\u001b\[2J" instead of "….*" at character 401$/);
});
