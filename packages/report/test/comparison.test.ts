import assert from "node:assert/strict";
import { test } from "node:test";
import type { Comparison } from "@deadheat/judge";
import { renderComparison } from "@deadheat/report";
import { plain } from "../../judge/test/comparisons.ts";

/** Returns the lines of the comparison with these changes. */
const linesOf = (changes: Partial<Comparison>): string[] =>
  renderComparison({ ...plain, ...changes }).split("\n");

test("a comparison without a rule has four lines, and the first is about the new server", () => {
  assert.equal(
    renderComparison(plain),
    "express/node is 7.7 % slower than node-http/node [6.4 %, 8.9 %] (text).\n" +
      "ratio 0.923 of responses per CPU-second, 95 % interval [0.911, 0.936] (± 1.4 %), n = 8, " +
      "p < 0.0001 (t), p = 0.0078 (sign flip), p = 1.0000 (tie within 2 %); both server-bound\n" +
      "node-http/node is node 26.10.0; express/node is express 5.3.0 on node 26.10.0.\n" +
      "blocks: /nowhere/compare.jsonl\n",
  );
});

test("each verdict has its sentence, and an undecided one names a budget that would probably decide it", () => {
  const faster = {
    ratio: 1.01,
    lo: 1.006,
    hi: 1.014,
    verdict: "faster",
    equivalenceP: 0.01,
  } as const;
  assert.equal(
    linesOf(faster)[0],
    "express/node is 1.0 % faster than node-http/node [0.6 %, 1.4 %], within the margin of 2 % (text).",
  );
  assert.equal(
    linesOf({ verdict: "dead-heat", equivalenceP: 0.01 })[0],
    "dead heat: express/node and node-http/node are within 2 % of each other (text).",
  );
  const open = { verdict: "undecided", margin: 0.01 } as const;
  assert.deepEqual(linesOf({ ...open, moreBlocks: 14 }).slice(0, 2), [
    "undecided: neither that express/node and node-http/node differ nor that they are within 1 % of each " +
      "other is proven (text).",
    "About 14 more blocks would probably decide it: --budget 3m.",
  ]);
  const shared = renderComparison({ ...plain, ...open, moreBlocks: 14 }, 4);
  assert.match(shared, /About 14 more blocks would probably decide it: --budget 9m\./);
  assert.match(linesOf({ ...open, moreBlocks: 1 })[1] ?? "", /^About 1 more block would .* 55s\.$/);
  assert.match(linesOf({ ...open, moreBlocks: null })[1] ?? "", /^More than 10,000 blocks/);
  const cold = [{ code: "cold", message: "cold: in 1 of 8 blocks" }];
  assert.match(
    linesOf({ ...open, warnings: cold })[1] ?? "",
    /^ratio/,
    "no number of blocks would help",
  );
});

test("two versions of a package are named by their versions, and the runtime once", () => {
  const on = (framework: string, runtime = "26.10.0") =>
    ({ framework, runtimeName: "node", runtime }) as const;
  const hono = { a: "hono@4.12.0/node", b: "hono@4.13.19/node" };
  const [first, ...others] = linesOf({ ...hono, versions: { a: on("4.12.0"), b: on("4.13.19") } });
  assert.equal(
    first,
    "hono 4.13.19 is 7.7 % slower than hono 4.12.0 on node 26.10.0 [6.4 %, 8.9 %] (text).",
  );
  assert.ok(!others.some((line) => line.includes("26.10.0")), others.join("\n"));
  const scoped = { a: "@hapi/hapi@20.3.0/node", b: "@hapi/hapi@21.4.3/node" };
  const tied = { versions: { a: on("20.3.0"), b: on("21.4.3") }, verdict: "dead-heat" } as const;
  assert.equal(
    linesOf({ ...scoped, ...tied })[0],
    "dead heat: @hapi/hapi 21.4.3 and @hapi/hapi 20.3.0 are within 2 % of each other on node 26.10.0 (text).",
  );
  const runtimes = { a: on("4.12.0", "24.1.0"), b: on("4.12.0") };
  assert.match(
    linesOf({ ...hono, versions: runtimes })[0] ?? "",
    /^hono 4\.12\.0 on node 26\.10\.0 is .* than hono 4\.12\.0 on node 24\.1\.0 \[/,
  );
});

test("known versions are in the text", () => {
  const unknown = { framework: null, runtimeName: null, runtime: null };
  const { a } = plain.versions;
  const third = (changes: Partial<Comparison>) => linesOf(changes)[2];
  assert.equal(third({ versions: { a, b: unknown } }), "node-http/node is node 26.10.0.");
  assert.match(third({ versions: { a: unknown, b: unknown } }) ?? "", /^blocks: /);
  const warnings = [{ code: "requests-per-second-only", message: "whose CPU time is not known" }];
  assert.match(linesOf({ warnings })[1] ?? "", /^ratio 0\.923 of responses per second, /);
  assert.equal(
    third({ b: plain.a, versions: { a, b: a } }),
    "node-http/node is node 26.10.0.",
    "equal servers are named once",
  );
});

test("different limits of the two servers are named for both", () => {
  const bound = { a: "generator-bound", b: "server-bound" } as const;
  const text = renderComparison({ ...plain, bound });
  assert.match(text, /; node-http\/node generator-bound, express\/node server-bound$/m);
});

test("the text of a gate has the outcome and the slowdown that is excluded", () => {
  const gated = (outcome: "passed" | "failed" | "undecided", lo: number, hi: number) =>
    renderComparison({
      ...plain,
      lo,
      hi,
      confidence: 0.992,
      gate: { limit: 0.05, outcome, confidence: 0.992, moreBlocks: 14 },
    });
  const failed = gated("failed", 0.911, 0.936);
  assert.match(failed, /ratio 0\.923 .*, 99\.2 % interval/);
  assert.match(
    failed,
    /^gate 5 % failed: express\/node is slower .* more than 5 %, at least by 6\.3 %\.$/m,
  );
  assert.match(failed, /one of 99\.2 % so that those of all looks hold at once with 95 %/);
  assert.match(
    gated("passed", 0.9691, 1.01),
    /passed: express\/node is not slower .* 5 %; a slowdown of more than 3\.1 % is excluded\.$/m,
  );
  assert.match(
    gated("undecided", 0.9105, 1.0),
    /^gate 5 % undecided: .* is not known; .* more than 9\.0 % is excluded\. About 14 more .* --budget 3m\.$/m,
  );
  assert.match(
    gated("passed", 1.02, 1.1),
    /passed: express\/node is not slower than node-http\/node at all\.$/m,
  );
});

test("the text of --until says if the budget ended it, and omits a test that does not apply", () => {
  const until = (is: boolean) =>
    renderComparison({
      ...plain,
      signFlipP: null,
      until: { halfWidth: 0.01, reached: is, needed: 120 },
    });
  assert.match(until(true), /^until ± 1 %: reached with 8 blocks\.$/m);
  assert.match(until(false), /not reached\. .* asks for 120 .*--budget 12m.* the budget held 8/);
  assert.ok(!until(true).includes("sign flip"));
});
