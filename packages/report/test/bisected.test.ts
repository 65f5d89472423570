import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bisected } from "@deadheat/judge";
import { renderBisected, renderBisectedHtml, renderBisectedMarkdown } from "../src/index.ts";
import { bisected } from "./bisected.ts";
import { golden } from "./golden.ts";

const [change] = bisected().changes;
const two = [
  { ...change!, measured: { ...change!.measured, ratio: 1.08 }, from: 20, to: 21 },
  { ...change!, measured: { ratio: 0.96, lo: 0.95, hi: 0.97, n: 8 }, recovered: true },
];
const whole = (ratio: number, lo: number, hi: number): Partial<Bisected> => ({
  changes: [],
  rest: null,
  whole: { ratio, lo, hi, n: 8 },
});

/** Searches, and the beginning of their text. */
const searches: Readonly<Record<string, readonly [Partial<Bisected>, string]>> = {
  one: [
    {},
    `Slower since ccccccc (2026-03-28, Somebody)
  feat: keep an async context

  ccccccc is 10.1 % slower than its parent bbbbbbb  [9.3, 10.9]  6 rounds
  v2 is 10.0 % slower than v1                       [9.3, 10.7]  9 rounds, GET /
This commit explains the whole difference (0.1 % faster [-1.0, 1.2] is left).`,
  ],
  two: [
    { changes: two, rest: { ratio: 1.04, lo: 1.03, hi: 1.05 } },
    `Slower since ccccccc (2026-03-28, Somebody)
  feat: keep an async context
Partly recovered since ccccccc (2026-03-28, Somebody)
  feat: keep an async context

  ccccccc is 8.0 % slower than its parent bbbbbbb  [9.3, 10.9]  6 rounds
  ccccccc is 4.0 % faster than its parent bbbbbbb  [3.0, 5.0]   8 rounds
  v2 is 10.0 % slower than v1                      [9.3, 10.7]  9 rounds, GET /
These changes explain part of the difference. The other 4.0 % slower [3.0, 5.0]
  comes from changes that are too small to find.`,
  ],
  range: [
    { changes: [{ ...change!, among: [bisected().tried[3]!.candidate, change!.candidate] }] },
    "Slower since eeeeeee (could not be measured) or ccccccc (2026-03-28, Somebody)\n",
  ],
  unconfirmed: [
    { changes: [{ ...change!, state: "unconfirmed" }], rest: null },
    `Slower since ccccccc (2026-03-28, Somebody), but a direct comparison does not
  confirm it\n`,
  ],
  same: [
    { outcome: "same", ...whole(1.001, 0.995, 1.007) },
    `v2 and v1 perform the same (ratio 1.001 [0.995, 1.007], GET /, 8 rounds), so
  there is nothing to find. To look for changes that cancel each other out, add
  --all 3%.`,
  ],
  undecided: [
    { outcome: "undecided", ...whole(0.98, 0.95, 1.01) },
    `Undecided: not enough data to tell whether v2 and v1 differ (ratio 0.980
  [0.950, 1.010], GET /, 8 rounds), so there is nothing to search for. Use a
  quieter machine, or versions further apart.`,
  ],
  "stopped after a change": [
    { outcome: "unfinished" },
    `Slower since ccccccc (2026-03-28, Somebody)
  feat: keep an async context
The search ended early, so there may be further changes. To continue, run the
  same command with --resume.

  ccccccc is 10.1 % slower than its parent bbbbbbb `,
  ],
  unfinished: [
    { outcome: "unfinished", changes: [], rest: null },
    `The search ended before the commit was found. To continue, run the same command
  with --resume.

  v2 is 10.0 % slower than v1  [9.3, 10.7]  9 rounds, GET /`,
  ],
  "stopped while the ends may be the same": [
    { outcome: "unfinished", changes: [], rest: null, ...whole(0.99, 0.965, 1.016) },
    `The search ended before it was clear whether v2 and v1 differ. To continue, run
  the same command with --resume.
`,
  ],
};

for (const [name, [own, beginning]] of Object.entries(searches)) {
  test(`the text of a search: ${name}`, () => {
    const text = renderBisected(bisected(own));
    assert.equal(text.slice(0, beginning.length), beginning);
    assert.ok(text.split("\n").every((line) => line.length <= 80));
  });
}

test("the text of a search on two branches, with its table and files", () => {
  const own: Partial<Bisected> = {
    fork: {
      candidate: change!.parent,
      at: 30,
      measured: { ratio: 1.027, lo: 1.019, hi: 1.035, n: 8 },
    },
    changes: [
      { ...change!, side: "base" },
      { ...change!, merge: change!.parent },
    ],
  };
  const files = { html: "/nowhere/bisect.html" };
  golden("bisected-branches.txt", renderBisected(bisected(own), { files }));
});

const hostile = "<script>alert(1)</script> | @all ![x](https://a.test) \u001b[31m \u202egnp";

test("subjects and names are only ever text, in a terminal, in Markdown and on the page", () => {
  const named = { ...change!.candidate, subject: hostile, author: hostile, name: hostile };
  const document = bisected({
    changes: [{ ...change!, candidate: named, among: [named] }],
    tried: bisected().tried.map((tried) => ({ ...tried, candidate: named })),
  });
  assert.doesNotMatch(renderBisectedHtml(document), /<script>alert/);
  assert.doesNotMatch(renderBisectedMarkdown(document), /<script>|!\[x\]\(/);
  for (const render of [renderBisected, renderBisectedHtml, renderBisectedMarkdown]) {
    assert.doesNotMatch(render(document), /[^\P{Cc}\n]|\p{Cf}/u);
  }
});

test("the page loads and runs nothing, and has the changes on the line of commits", () => {
  const page = renderBisectedHtml(bisected());
  assert.match(page, /script-src 'none'/);
  assert.match(page, /<rect class="inner" x="\d/);
  assert.match(page, /ccccccc/);
});
