import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bisected } from "@deadheat/judge";
import { renderBisected, renderBisectedHtml, renderBisectedMarkdown } from "../src/index.ts";
import { bisected } from "./bisected.ts";
import { golden } from "./golden.ts";

const [step] = bisected().steps;
const two = [
  { ...step!, measured: { ...step!.measured, ratio: 0.92 }, from: 20, to: 21 },
  { ...step!, measured: { ratio: 1.04, lo: 1.03, hi: 1.05, n: 8 }, wonBack: true },
];
const documents: Readonly<Record<string, Partial<Bisected>>> = {
  one: {},
  two: { steps: two, rest: { ratio: 0.96, lo: 0.95, hi: 0.97 } },
  range: { steps: [{ ...step!, among: [bisected().tried[3]!.candidate, step!.candidate] }] },
  unconfirmed: { steps: [{ ...step!, state: "unconfirmed" }], rest: null },
  branches: {
    fork: {
      candidate: step!.parent,
      at: 30,
      measured: { ratio: 0.973, lo: 0.965, hi: 0.981, n: 8 },
    },
    steps: [
      { ...step!, side: "base" },
      { ...step!, merge: step!.parent },
    ],
  },
  "dead-heat": {
    outcome: "dead-heat",
    steps: [],
    rest: null,
    whole: { ratio: 1.001, lo: 0.995, hi: 1.007, n: 8 },
  },
  undecided: {
    outcome: "undecided",
    steps: [],
    rest: null,
    whole: { ratio: 0.98, lo: 0.95, hi: 1.01, n: 8 },
  },
  unfinished: { outcome: "unfinished", steps: [], rest: null },
};

for (const [name, own] of Object.entries(documents)) {
  test(`a search in sentences and a table: ${name}`, () => {
    const text = renderBisected(bisected(own), {
      files: { html: "/nowhere/bisect.html", log: "/nowhere/bisect.log" },
    });
    golden(`bisected-${name}.txt`, text);
  });
}

const hostile = "<script>alert(1)</script> | @all ![x](https://a.test) \u001b[31m";

test("subjects and names are only ever text, in a terminal, in Markdown and on the page", () => {
  const [one] = bisected().steps;
  const named = { ...one!.candidate, subject: hostile, author: hostile, name: hostile };
  const document = bisected({
    steps: [{ ...one!, candidate: named, among: [named] }],
    tried: bisected().tried.map((tried) => ({ ...tried, candidate: named })),
  });
  assert.doesNotMatch(renderBisectedHtml(document), /<script>alert/);
  assert.doesNotMatch(renderBisectedMarkdown(document), /<script>|!\[x\]\(/);
  assert.ok(!renderBisected(document).includes("\u001b"));
});

test("the page loads and runs nothing, and has the steps on the line of commits", () => {
  const page = renderBisectedHtml(bisected());
  assert.match(page, /script-src 'none'/);
  assert.match(page, /<svg class="?search"?/);
  assert.match(page, /ccccccc/);
});
