import assert from "node:assert/strict";
import { test } from "node:test";
import type { Descended } from "@deadheat/judge";
import {
  descendedSentences,
  renderBisected,
  renderBisectedHtml,
  renderBisectedMarkdown,
} from "../src/index.ts";
import { bisected } from "./bisected.ts";
import { descended } from "./descended.ts";
import { golden } from "./golden.ts";

test("the way down stands in the text and in Markdown: each step, each proof, and the lines", () => {
  const document = bisected({ descended: descended() });
  golden("descended.txt", renderBisected(document));
  golden("descended.md", renderBisectedMarkdown(document));
});

test("the page draws each step and each proof with its interval, and has the lines", () => {
  const page = renderBisectedHtml(bisected({ descended: descended() }));
  assert.equal(page.match(/class="[^"]*\bway-step\b/g)?.length, 6);
  assert.match(page, /96 % \[90, 102\]/);
  assert.match(page, /var tmpSc/);
});

test("a line of a minified file is cut in all three", () => {
  const [first, ...others] = descended().proofs.toReversed();
  const lines = { ...first!.lines!, diff: `+${"x".repeat(5000)}\n` };
  const document = bisected({
    descended: descended({ proofs: [...others, { ...first!, lines }] }),
  });
  for (const render of [renderBisected, renderBisectedMarkdown, renderBisectedHtml]) {
    assert.match(render(document), /x{200}…/);
    assert.doesNotMatch(render(document), /x{400}/);
  }
});

test("an interval that has 0 in it is called no proof", () => {
  const [version] = descended().proofs;
  const proofs = [{ ...version!, share: { share: 0.04, lo: -0.1, hi: 0.18 } }];
  const said = descendedSentences(descended({ proofs })).join("\n");
  assert.match(said, /^No proof: with qs 6\.9\.7 instead of 6\.10\.1, 4 % \[-10, 18\]/m);
  assert.doesNotMatch(said, /^Proof/m);
});

/** Reasons that a way down ends early, and the sentence about each. */
const ends: readonly (readonly [Partial<Descended>, RegExp])[] = [
  [{ ended: { code: "native", reason: null } }, /native code/],
  [{ ended: { code: "not-in-lines", reason: null } }, /No set of changed lines/],
  [
    { ended: { code: "failed", reason: "the registry is down" } },
    /no deeper: the registry is down/,
  ],
  [{ ended: { code: "data", reason: "data.json" } }, /which they may read: data\.json$/m],
  [{ ended: { code: "unfinished", reason: null } }, /--resume/],
  [{ narrowed: { groups: 3, of: 12, files: ["b.mjs"] } }, /in 3 of 12 changed parts .* b\.mjs/],
  [{ ended: { code: "early", reason: null } }, /proof ended early/],
  [{ unproven: "it exited with code 1" }, /^Not proven: .*qs 6\.9\.7 instead of 6\.10\.1.*code 1/m],
];

test("a way down that ends early says why", () => {
  for (const [own, words] of ends) {
    assert.match(descendedSentences(descended({ proofs: [], ...own })).join("\n"), words);
  }
});
