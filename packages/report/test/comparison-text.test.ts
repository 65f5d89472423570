import assert from "node:assert/strict";
import { test } from "node:test";
import type { Comparison } from "@deadheat/judge";
import { plain } from "../../judge/test/comparisons.ts";
import { renderComparisons, type ComparisonText } from "../src/index.ts";

const onNode = { runtimeName: "node", runtime: "26.10.0" } as const;

const render = (changes: Partial<Comparison>, text?: ComparisonText) =>
  renderComparisons([{ ...plain, ...changes }], text);

/** The line after the sentence, the table of four metrics with its head, and the sentence below it. */
const TABLE = 7;

/** The sentences of this comparison, with these changes to it, each on one line. */
const linesOf = (changes: Partial<Comparison>, text: ComparisonText = {}): string[] =>
  render(changes, { ...text, width: 1000 }).split("\n");

const revision = (commit: string, uncommitted = false) =>
  ({
    framework: null,
    ...onNode,
    revision: { commit: commit.padEnd(40, "0"), uncommitted },
  }) as const;
const revisions: Partial<Comparison> = {
  base: "v5.0.0/node",
  new: "tree/node",
  versions: { base: revision("6bde7d7"), new: revision("7d196a9", true) },
  packages: [{ name: "fastify", base: "5.0.0", new: "5.12.1" }],
  scenario: "GET /",
};

test("a comparison is said in lines of 80 characters, the first about the new one, without p values", () => {
  assert.equal(
    render({}),
    "express/node is slower than node-http/node: 8.3 % more CPU per request\n" +
      "  [6.8 %, 9.8 %] (text).\n" +
      "express/node against node-http/node on node 26.10.0, text                  n = 8\n" +
      "  CPU per request        12.0 -> 13.0 us  +8.3 %  [+6.8, +9.8]   slower\n" +
      "  start to first answer     96 -> 104 ms  +8.3 %  [+5.0, +11.3]  slower\n" +
      "  memory at rest             61 -> 61 MB  +0.3 %  [-0.5, +1.1]   tie (5 %)\n" +
      "  memory under load          92 -> 95 MB  +3.3 %  [-1.0, +7.4]   undecided\n" +
      "Intervals of 95 %; CPU per request was named first; words corrected for all\n" +
      "  metrics; both server-bound.\n" +
      "express/node is express 5.3.0.\n" +
      "rounds: /nowhere/compare.jsonl\n",
  );
});

test("--verbose adds the p values, and why a gate's interval is wider", () => {
  const tests = "tests: p < 0.0001 (t), p = 0.0078 (sign flip), p = 1.0000 (tie within 2 %).";
  assert.ok(linesOf({}, { verbose: true }).includes(tests));
  assert.ok(!render({ signFlipP: null }, { verbose: true }).includes("sign flip"));
  const looks = /one of 99\.2 %, so that the intervals of all looks hold together with 95 %/;
  assert.match(linesOf({ confidence: 0.992 }, { verbose: true }).join("\n"), looks);
  assert.doesNotMatch(render({ confidence: 0.992 }), looks);
});

test("a decided comparison says how rare a kind of process may be that it has not seen", () => {
  const unseen = /A kind of process rarer than 45 % may not have been seen in 5 rounds\./;
  const five = { n: 5, unseenShare: 0.451 };
  assert.match(render(five), unseen);
  assert.doesNotMatch(render({ ...five, verdict: "undecided" }), unseen);
  const kinds = [
    { ratio: 0.35, n: 2, share: 0.4 },
    { ratio: 0.4, n: 3, share: 0.6 },
  ];
  assert.doesNotMatch(render({ ...five, kinds }), unseen, "a warning names them");
  const gate = { limit: 0.05, outcome: "passed", confidence: 0.995, moreRounds: null } as const;
  assert.match(render({ ...five, verdict: "undecided", gate }), unseen);
});

test("two revisions have short names, and what they stand for is said once", () => {
  const lines = linesOf(revisions);
  assert.equal(
    lines[0],
    "tree is slower than v5.0.0: 8.3 % more CPU per request [6.8 %, 9.8 %] (GET /).",
  );
  assert.match(lines[1] ?? "", /^tree against v5\.0\.0 on node 26\.10\.0, GET \/ +n = 8$/);
  assert.deepEqual(lines.slice(TABLE), [
    "v5.0.0 is commit 6bde7d7; tree is commit 7d196a9 with uncommitted changes.",
    "fastify is 5.0.0 in v5.0.0 and 5.12.1 in tree.",
    "rounds: /nowhere/compare.jsonl",
    "",
  ]);
  const two = renderComparisons([
    { ...plain, ...revisions },
    { ...plain, ...revisions, scenario: "GET /users/1" },
  ]);
  for (const once of ["6bde7d7", "7d196a9", "5.12.1"]) {
    assert.equal(two.split(once).length, 2, once);
  }
});

test("of comparisons on several runtimes, each says where it was made", () => {
  const bun = { ...revision("6bde7d7"), runtimeName: "bun", runtime: "1.4.5" } as const;
  const text = renderComparisons([
    { ...plain, ...revisions },
    {
      ...plain,
      ...revisions,
      new: "tree/bun",
      base: "v5.0.0/bun",
      versions: { base: bun, new: bun },
    },
  ]);
  assert.match(text, /\(GET \/ on\s+node 26\.10\.0\)\./);
  assert.match(text, /\(GET \/ on\s+bun 1\.4\.5\)\./);
});

test("many packages that differ are counted", () => {
  const packages = ["a", "b", "c", "d", "e"].map((name) => ({ name, base: "1.0.0", new: "2.0.0" }));
  assert.ok(
    linesOf({ ...revisions, packages }).includes(
      "a is 1.0.0 in v5.0.0 and 2.0.0 in tree; b 1.0.0 and 2.0.0; c 1.0.0 and 2.0.0; 2 more packages in other versions.",
    ),
  );
});

test("revisions on different runtimes, or with names that are alike, keep the runtime in their names", () => {
  const bun = { ...revision("6bde7d7"), runtimeName: "bun", runtime: "1.4.5" } as const;
  const lines = linesOf({
    ...revisions,
    base: "main/node",
    new: "main/bun",
    versions: { base: revision("6bde7d7"), new: bun },
    packages: [],
  });
  assert.match(
    lines[0] ?? "",
    /^main\/bun is slower than main\/node: 8\.3 % more CPU per request \[/,
  );
  assert.equal(
    lines[TABLE],
    "main/node is commit 6bde7d7 on node 26.10.0; main/bun is commit 6bde7d7 on bun 1.4.5.",
  );
  const versioned = linesOf({ ...revisions, base: "main/node", new: "main/node@26.10.0" });
  assert.match(versioned[0] ?? "", /^main\/node@26\.10\.0 is slower than main\/node: .* \[/);
  const ids = linesOf({ ...revisions, base: "6bde7d7/node" });
  assert.equal(ids[TABLE], "tree is commit 7d196a9 with uncommitted changes.");
  const tags = linesOf({ ...revisions, base: "h3@1.0.0/node", new: "h3@1.1.0/node" });
  assert.match(tags[0] ?? "", /^h3@1\.1\.0 is slower than h3@1\.0\.0: /, "no package's version");
});

test("each word has its sentence, and what is undecided a budget that would probably do", () => {
  const faster = {
    ratio: 1.01,
    lo: 1.006,
    hi: 1.014,
    verdict: "faster",
    equivalenceP: 0.01,
  } as const;
  assert.equal(
    linesOf(faster)[0],
    "express/node is faster than node-http/node: 1.0 % less CPU per request [0.6 %, 1.4 %], within the margin of 2 % (text).",
  );
  assert.equal(
    linesOf({ verdict: "same", equivalenceP: 0.01 })[0],
    "tie: express/node and node-http/node are within 2 % of each other (text).",
  );
  const open = { verdict: "undecided", margin: 0.01 } as const;
  assert.deepEqual(linesOf({ ...open, moreRounds: 14 }).slice(0, 2), [
    "undecided: neither a difference between express/node and node-http/node nor a tie within 1 % is proven (text).",
    "About 14 more rounds would probably decide it: --budget 3m.",
  ]);
  const shared = render({ ...open, moreRounds: 14 }, { together: 4 });
  assert.match(shared, /About 14 more rounds would probably decide it: --budget 9m\./);
  assert.match(linesOf({ ...open, moreRounds: 1 })[1] ?? "", /^About 1 more round would .* 55s\.$/);
  assert.match(linesOf({ ...open, moreRounds: null })[1] ?? "", /^More than 10,000 rounds/);
  const cold = [{ code: "cold", message: "cold: in 1 of 8 rounds" }];
  assert.match(
    linesOf({ ...open, warnings: cold })[1] ?? "",
    /^express\/node against /,
    "no number of rounds helps",
  );
});

test("two versions of a package are called by them, and where they ran is said once", () => {
  const on = (framework: string, runtime = "26.10.0") => ({ ...onNode, framework, runtime });
  const hono = { base: "hono@4.12.0/node", new: "hono@4.13.19/node" };
  const lines = linesOf({ ...hono, versions: { base: on("4.12.0"), new: on("4.13.19") } });
  assert.equal(
    lines[0],
    "hono 4.13.19 is slower than hono 4.12.0: 8.3 % more CPU per request [6.8 %, 9.8 %] (text).",
  );
  assert.match(lines[1] ?? "", /^hono 4\.13\.19 against hono 4\.12\.0 on node 26\.10\.0, text /);
  const scoped = { base: "@hapi/hapi@20.3.0/node", new: "@hapi/hapi@21.4.3/node" };
  const tied = {
    versions: { base: on("20.3.0"), new: on("21.4.3") },
    verdict: "same",
  } as const;
  assert.equal(
    linesOf({ ...scoped, ...tied })[0],
    "tie: @hapi/hapi 21.4.3 and @hapi/hapi 20.3.0 are within 2 % of each other (text).",
  );
  const runtimes = { base: on("4.12.0", "24.1.0"), new: on("4.12.0") };
  assert.match(
    linesOf({ ...hono, versions: runtimes })[0] ?? "",
    /^hono 4\.12\.0 on node 26\.10\.0 is slower than hono 4\.12\.0 on node 24\.1\.0: /,
  );
});

test("versions are told where they are known", () => {
  const unknown = { framework: null, runtimeName: null, runtime: null };
  const { base } = plain.versions;
  const third = (changes: Partial<Comparison>) => linesOf(changes)[TABLE];
  assert.equal(third({ versions: { base, new: unknown } }), "node-http/node runs on node 26.10.0.");
  assert.match(third({ versions: { base: unknown, new: unknown } }) ?? "", /^rounds: /);
  assert.match(linesOf({ versions: { base, new: base } })[1] ?? "", / on node 26\.10\.0, text /);
  const warnings = [{ code: "requests-per-second-only", message: "whose CPU time is not known" }];
  assert.match(
    linesOf({ warnings })[TABLE - 1] ?? "",
    / CPU per request is the time per request here\.$/,
  );
});

test("who is bound by what is said of both where it is not the same", () => {
  const bottleneck = { base: "generator", new: "server" } as const;
  const ratio = linesOf({ bottleneck })[TABLE - 1] ?? "";
  assert.match(ratio, /; node-http\/node generator-bound, express\/node server-bound\.$/);
});

test("--until's text says when the budget ended it", () => {
  const until = (is: boolean) =>
    linesOf({ until: { halfWidth: 0.01, reached: is, needed: 120 } }).join("\n");
  assert.match(until(true), /^until ± 1 %: reached with 8 rounds\.$/m);
  assert.match(until(false), /not reached\. .* asks for 120 .*--budget 12m.* the budget held 8/);
});

test("every line fits, but for a path, and shows what a terminal would obey", () => {
  const path = `/home/somebody/${"deep/".repeat(20)}compare.jsonl`;
  const warnings = [
    { code: "x", message: `other processes took ${"a lot of ".repeat(12)}\u001B[2J` },
  ];
  const text = render({
    ...revisions,
    new: `${"long-".repeat(8)}name/node`,
    warnings,
    journal: path,
  });
  for (const line of text.split("\n")) assert.ok(line.length <= 80 || line.includes(path), line);
  assert.ok(text.includes("\\u001b[2J") && text.includes(`rounds: ${path}\n`));
  for (const line of render(revisions, { width: 40 }).split("\n"))
    assert.ok(line.length <= 40, line);
});

test("on a terminal the words of metrics have colours, and a name still cannot bring its own", () => {
  const hostile = { ...plain, scenario: "GET /\u001b[31m" };
  const text = renderComparisons([hostile], { color: true });
  assert.ok(text.includes("\u001b[31mslower\u001b[39m\n"));
  assert.ok(text.includes("\u001b[33mdead heat (5 %)\u001b[39m\n"));
  assert.ok(!text.includes("GET /\u001b"));
  assert.ok(!renderComparisons([hostile]).includes("\u001b"));
});
