import assert from "node:assert/strict";
import { test } from "node:test";
import { renderCompared } from "../src/index.ts";
import { comparison, gated, outcomes, slower } from "./gated.ts";
import { golden } from "./golden.ts";

test("a gate of several comparisons has a line for each, then the tables", () => {
  const text = renderCompared(outcomes["several"]!, { out: "/nowhere" });
  const [, lines = "", rest = ""] = /^.+\n\n((?:  .+\n)+)([^]*)/.exec(text) ?? [];
  assert.equal(
    lines,
    "  passed  api  GET /       node 26.10.0  at most 1.5 % slower\n" +
      "  FAILED  api  POST /echo  node 26.10.0  at least 8.0 % slower\n" +
      "  FAILED  web  GET /       bun 1.4.5     at least 9.9 % slower\n" +
      "  passed  web  POST /echo  bun 1.4.5     at most 1.5 % slower\n",
  );
  assert.equal(rest.match(/^! This change /gm)?.length, 4);
  assert.equal(rest.match(/^  CPU per request +16\.3 µs +\d\d\.\d µs /gm)?.length, 4);
  assert.equal(rest.match(/^Control passed: main against itself/gm)?.length, 2);
});

test("a gate of several metrics has a line for each limit", () => {
  golden("gate-metrics.txt", renderCompared(outcomes["metrics"]!, { out: "/nowhere" }));
});

// The comments of all outcomes begin with the same sentence: see gate-markdown.test.ts.
test("the first line of a gate is its outcome, and every line fits", () => {
  for (const document of Object.values(outcomes)) {
    const lines = renderCompared(document, { out: "/nowhere" }).split("\n");
    assert.match(lines[0]!, /^(NO RESULT|PASSED|FAILED|UNDECIDED): /);
    for (const line of lines) assert.ok(line.length <= 80, line);
  }
});

test("the bound in a first line is the end of the interval in the table", () => {
  const firstOf = (own: Parameters<typeof gated>[0]) => renderCompared(gated(own)).split("\n")[0];
  const better = comparison({ ratio: 1.05, lo: 1.02, hi: 1.08 });
  assert.equal(
    firstOf({ comparisons: [better] }),
    "PASSED: HEAD is not slower than main (limit 5 %)",
  );
  const gate = { limit: 0.05, outcome: "undecided", confidence: 0.99, moreRounds: 14 } as const;
  const open = comparison({ ratio: 0.97, lo: 0.931, hi: 1.01, gate });
  assert.equal(
    firstOf({ outcome: "undecided", comparisons: [open] }),
    "UNDECIDED: too noisy. HEAD may be up to 7.4 % slower than main (limit 5 %)",
  );
  for (const one of [better, open, slower]) {
    const text = renderCompared(
      gated({ comparisons: [one], outcome: one.gate?.outcome ?? "passed" }),
    );
    const [, bound] = /^[^\n]* ([\d.]+) % slower/.exec(text) ?? [];
    assert.ok(bound === undefined || text.includes(`+${bound}`), text);
  }
});

test("an undecided gate has the budget that would settle it, and a failed one the way to its reasons", () => {
  assert.match(
    renderCompared(outcomes["undecided"]!),
    /\nAbout 20 more rounds .*: --budget 8m\.\n/,
  );
  assert.match(renderCompared(outcomes["slower"]!), /run it again with --explain\./);
});

test("a mix that has failed says why its other requests are open", () => {
  const gate = { limit: 0.05, outcome: "undecided", confidence: 0.99, moreRounds: 4 } as const;
  const open = comparison({ ratio: 0.97, lo: 0.931, hi: 1.01, gate, scenario: "GET /b" });
  const mix = comparison({ ratio: 0.95, lo: 0.9, hi: 1.01, gate, scenario: "mix" });
  const text = renderCompared(gated({ outcome: "failed", comparisons: [slower, open, mix] }));
  assert.match(
    text,
    /\nA mix stops at its first failure, so its other requests can be\s+undecided\./,
  );
});

test("a gate that tested nothing says so, and without a control nothing has a verdict", () => {
  const reason = "a.ts differs.\nTo load each side's own file, add --app-from.";
  const untested = gated({ outcome: "unmeasured", reason, comparisons: [] });
  untested.gate.untested = true;
  assert.equal(
    renderCompared(untested),
    "NOT TESTED: a.ts differs.\nTo load each side's own file, add --app-from.\n",
  );
  assert.doesNotMatch(renderCompared(outcomes["control-off"]!), /passed|failed:|faster|slower/);
});
