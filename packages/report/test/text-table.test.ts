import assert from "node:assert/strict";
import { test } from "node:test";
import { styleText } from "node:util";
import { left, right } from "../src/content/section.ts";
import { textTable } from "../src/render/text-table.ts";
import { widthOf, wrap } from "../src/render/wrap.ts";

const columns = [
  left("name"),
  right("ratio"),
  left("bottleneck", 2),
  right("n", 3),
  right("lo", 1),
  right("hi", 1),
];
const rows = [
  ["hono/bun", "2.25", "server", "3", "2.05", "2.46"],
  ["express/node", "0.40", "", "12", "0.38", "0.43"],
];

test("a table without a width is as wide as its texts", () => {
  assert.deepEqual(textTable(columns, rows, null).lines, [
    "name          ratio  bottleneck   n    lo    hi",
    "hono/bun       2.25  server       3  2.05  2.46",
    "express/node   0.40              12  0.38  0.43",
  ]);
});

test("columns are left out by priority, all of one priority together", () => {
  const { lines, leftOut } = textTable(columns, rows, 36);
  // `bottleneck` has no room beside `lo` and `hi`; `n` has.
  assert.deepEqual(leftOut, ["bottleneck"]);
  assert.equal(lines[0], "name          ratio   n    lo    hi");
  assert.deepEqual(textTable(columns, rows, 30).leftOut, ["bottleneck", "lo", "hi"]);
});

test("if the first columns have no room, the longest text is cut, and loses its colour", () => {
  const red = styleText("red", "express/node", { validateStream: false });
  const { lines } = textTable(columns, [rows[0]!, [red, "0.40"]], 16);
  assert.deepEqual(lines, ["name       ratio", "hono/bun    2.25", "express/…   0.40"]);
  for (const line of lines) assert.ok(widthOf(line) <= 16);
});

test("lines break between words; metrics keep their signs; a long word is cut", () => {
  assert.equal(wrap("a difference of ± 5 % at n = 3", 17), "a difference of\n± 5 % at n = 3");
  assert.equal(wrap("one two three", 7, "  "), "one two\n  three");
  assert.equal(wrap("abcdefghij klm", 4), "abcd\nefgh\nij\nklm");
  assert.equal(wrap("one two three", null), "one two three");
  assert.equal(wrap("own\nlines", 20), "own\nlines");
});
