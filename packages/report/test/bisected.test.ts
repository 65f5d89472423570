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
  same: {
    outcome: "same",
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

/** The sentences with which each search begins. */
const sentences: Readonly<Record<string, string>> = {
  branches:
    "v2 is 10.0 % slower [9.3, 10.7] than v1 (GET /, n = 9), in two steps: 10.1 % at ccccccc, 10.1 % at ccccccc. The commit is ccccccc (2026-03-28, Somebody): feat: keep an async context (10.1 % slower [9.3, 10.9] in duets with bbbbbbb, n = 6). It lies on the branch of v1, where it made a difference the other way, and v2 does not have it. The commit is ccccccc (2026-03-28, Somebody): feat: keep an async context (10.1 % slower [9.3, 10.9] in duets with bbbbbbb, n = 6). It came in by the merge bbbbbbb (2026-03-28, Somebody): docs: a better example. v1 and v2 part at bbbbbbb, which is 2.7 % slower [1.9, 3.5] than v1. These steps explain the whole difference within its interval (the rest is 0.1 % faster [-1.0, 1.2]).",
  same: "Tie: v2 and v1 are equal (ratio 1.001 [0.995, 1.007], GET /, n = 8), so there is no step to search for. `--all 3%` looks for steps that cancel each other.",
  one: "v2 is 10.0 % slower [9.3, 10.7] than v1 (GET /, n = 9). The commit is ccccccc (2026-03-28, Somebody): feat: keep an async context (10.1 % slower [9.3, 10.9] in duets with bbbbbbb, n = 6). This step explains the whole difference within its interval (the rest is 0.1 % faster [-1.0, 1.2]).",
  range:
    "v2 is 10.0 % slower [9.3, 10.7] than v1 (GET /, n = 9). The commit is one of 2, 1 of which could not be measured: eeeeeee, ccccccc. The last is ccccccc (2026-03-28, Somebody): feat: keep an async context (10.1 % slower [9.3, 10.9] in duets with bbbbbbb, n = 6). This step explains the whole difference within its interval (the rest is 0.1 % faster [-1.0, 1.2]).",
  two: "v2 is 10.0 % slower [9.3, 10.7] than v1 (GET /, n = 9), in two steps: 8.0 % at ccccccc, 4.0 % won back at ccccccc. The commit is ccccccc (2026-03-28, Somebody): feat: keep an async context (8.0 % slower [9.3, 10.9] in duets with bbbbbbb, n = 6). The commit is ccccccc (2026-03-28, Somebody): feat: keep an async context (4.0 % faster [3.0, 5.0] in duets with bbbbbbb, n = 8). These steps explain a part of the difference: 4.0 % slower [3.0, 5.0] is spread over other places, each too small to be named.",
  unconfirmed:
    "v2 is 10.0 % slower [9.3, 10.7] than v1 (GET /, n = 9). The commit is ccccccc (2026-03-28, Somebody): feat: keep an async context (not confirmed: 10.1 % slower [9.3, 10.9] in duets with bbbbbbb, n = 6).",
  undecided:
    "Undecided: v2 and v1 may differ, but it is not proven (ratio 0.980 [0.950, 1.010], GET /, n = 8), so there is nothing to search for. Measure on a quieter machine, or name ends that differ more.",
  unfinished:
    "v2 is 10.0 % slower [9.3, 10.7] than v1 (GET /, n = 9). The budget ended the search before it found the step. Repeat the command with --resume to go on.",
};

const files = { html: "/nowhere/bisect.html", log: "/nowhere/bisect.log" };

for (const [name, own] of Object.entries(documents)) {
  test(`a search in sentences: ${name}`, () => {
    const [paragraph = ""] = renderBisected(bisected(own), { files }).split("\n\n");
    assert.equal(paragraph.replaceAll(/\n */g, " "), sentences[name]);
  });
}

test("a search in sentences and a table", () => {
  golden("bisected-branches.txt", renderBisected(bisected(documents["branches"]), { files }));
});

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
