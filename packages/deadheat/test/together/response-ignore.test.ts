import assert from "node:assert/strict";
import { test } from "node:test";
import { UsageError } from "@deadheat/journal";
import { readIgnored, withoutIgnored } from "../../src/response/ignore.ts";

const read = (...patterns: string[]) => patterns.map((pattern) => readIgnored(pattern, "--ignore"));

test("paths and expressions take parts out of a body, and nothing else", () => {
  const body = JSON.stringify({
    id: 1,
    "a b": 2,
    items: [
      { at: 1, n: 1 },
      { at: 2, n: 2 },
    ],
  });
  const cases: [string[], string][] = [
    [["$.id"], '{"a b":2,"items":[{"at":1,"n":1},{"at":2,"n":2}]}'],
    [['$["a b"]', "$.items[*].at"], '{"id":1,"items":[{"n":1},{"n":2}]}'],
    [["$.items[1]"], '{"id":1,"a b":2,"items":[{"at":1,"n":1},null]}'],
    [["$.*"], "{}"],
    [["$.none.of.these"], body],
    [['/"id":\\d+,/'], body.replace('"id":1,', "\uE0FF")],
    [["$.items", "/\\d/"], '{"id":\uE0FF,"a b":\uE0FF}'],
  ];
  for (const [patterns, expected] of cases)
    assert.equal(withoutIgnored(body, read(...patterns)), expected);
  assert.equal(withoutIgnored("no JSON 1", read("$.id", "/\\d/")), "no JSON \uE0FF");
});

for (const wrong of [
  "id",
  "$",
  "$.",
  "$.a[",
  "$..a",
  "$.a[-1]",
  "$a",
  "//",
  "/(/",
  "/a/gg",
  "/a/k",
  `$.${"a".repeat(2000)}`,
]) {
  test(`${wrong.slice(0, 20)} is refused, and the message names it`, () => {
    assert.throws(
      () => read(wrong),
      (error) =>
        error instanceof UsageError &&
        error.message.startsWith(`--ignore ${JSON.stringify(wrong.slice(0, 80))} `),
    );
  });
}

test("a catastrophic expression ends, with a reason", () => {
  const startedAt = performance.now();
  assert.throws(
    () => withoutIgnored(`${"a".repeat(100_000)}!`, read("/^(a+)+$/")),
    /ignore \/\^\(a\+\)\+\$\/ takes more than 500 ms on a response of 100001 characters/,
  );
  assert.ok(performance.now() - startedAt < 5000);
});

test("names that every object has are ordinary names", () => {
  const body = '{"__proto__":{"a":1},"constructor":2}';
  assert.equal(
    withoutIgnored(body, read("$.__proto__.a", "$.toString.name")),
    '{"__proto__":{},"constructor":2}',
  );
});
