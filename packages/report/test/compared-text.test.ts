import assert from "node:assert/strict";
import { test } from "node:test";
import type { Comparison } from "@deadheat/judge";
import { plain } from "../../judge/test/comparisons.ts";
import { renderCompared, type ComparedText } from "../src/index.ts";
import { compared } from "./compared.ts";

const onNode = { runtimeName: "node", runtime: "26.10.0" } as const;

/** Returns the text of comparisons that differ from the plain one in this. */
const render = (changes: Partial<Comparison> | Partial<Comparison>[], text?: ComparedText) => {
  const comparisons = [changes].flat().map((own) => ({ ...plain, ...own }));
  return renderCompared(compared({ comparisons }), text);
};

/** Returns the lines of a text that breaks no sentence. */
const linesOf = (changes: Partial<Comparison>, text: ComparedText = {}): string[] =>
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

test("the answer comes first, then the table, the caveats and the files, in 80 characters", () => {
  assert.equal(
    render({}),
    `express/node is slower than node-http/node: 8.3 % more CPU per request

text on node 26.10.0, 8 rounds
                        base      new  change  95 % interval
  CPU per request    12.0 µs  13.0 µs  +8.3 %  [+6.8, +9.8]   slower
  startup time         96 ms   104 ms  +8.3 %  [+5.0, +11.3]  slower
  idle memory (RSS)    61 MB    61 MB  +0.3 %  [-0.5, +1.1]   same (within 5 %)
  peak memory (RSS)    92 MB    95 MB  +3.3 %  [-1.0, +7.4]   undecided
The verdicts are corrected for testing 4 metrics; CPU per request comes first.
express/node is express 5.3.0.
To see what slows the start, run deadheat explain with these servers and
  --metric startup.
Data: /nowhere/compare.jsonl
`,
  );
});

test("each verdict has its answer, and an open one the budget that would settle it", () => {
  const first = (changes: Partial<Comparison>) => linesOf(changes)[0];
  const faster = { ratio: 1.01, lo: 1.006, hi: 1.014, verdict: "faster" } as const;
  assert.equal(
    first(faster),
    "express/node is faster than node-http/node: 1.0 % less CPU per request",
  );
  assert.match(
    render({ ...faster, equivalenceP: 0.01 }),
    /difference is proven, and so is that it is smaller than 2 %\./,
  );
  assert.equal(
    first({ verdict: "same" }),
    "express/node and node-http/node perform the same: no difference larger than 2 %",
  );
  const open = { verdict: "undecided", margin: 0.01 } as const;
  assert.deepEqual(linesOf({ ...open, moreRounds: 14 }).slice(0, 3), [
    "Undecided: not enough data to tell whether express/node and node-http/node differ",
    "About 14 more rounds would probably settle it: --budget 3m.",
    "",
  ]);
  assert.match(linesOf({ ...open, moreRounds: 1 })[1] ?? "", /^About 1 more round would .* 55s\.$/);
  assert.match(
    linesOf({ ...open, moreRounds: null })[1] ?? "",
    /more than 10,000 rounds.* A quieter machine would/,
  );
  const shared = render(Array.from({ length: 4 }, () => ({ ...open, moreRounds: 14 })));
  assert.match(shared, /About 14 more rounds would probably settle it: --budget 9m\./);
  const cold = [{ code: "cold", facts: { rounds: 1, of: 8 } } as const];
  assert.equal(linesOf({ ...open, warnings: cold })[1], "", "no number of rounds helps");
});

test("caveats appear only if they apply", () => {
  const plainText = render({});
  for (const [changes, sentence] of [
    [
      { n: 5, unseenShare: 0.451 },
      /^5 rounds can miss behavior that occurs in fewer than 45 % of starts\.$/m,
    ],
    [{ until: { halfWidth: 0.01, reached: true, needed: 8 } }, /^± 1 % reached after 8 rounds\.$/m],
    [
      { until: { halfWidth: 0.01, reached: false, needed: 120 } },
      /^± 1 % not reached: that takes about 120 rounds \(--budget 12m\)/m,
    ],
    [
      { bottleneck: { base: "generator", new: "server" } },
      /^Bottleneck: node-http\/node generator, express\/node server\.$/m,
    ],
    [{ bottleneck: { base: "neither", new: "neither" } }, /^Bottleneck of both: neither\.$/m],
    [
      { warnings: [{ code: "requests-per-second-only", facts: { server: "x" } }] },
      /^CPU per request is the time per request here\.$/m,
    ],
  ] satisfies [Partial<Comparison>, RegExp][]) {
    assert.match(render(changes, { width: 1000 }), sentence);
    assert.doesNotMatch(plainText, sentence);
  }
  const kinds = [
    { ratio: 0.35, n: 2, share: 0.4 },
    { ratio: 0.4, n: 3, share: 0.6 },
  ];
  const unseen = { n: 5, unseenShare: 0.451 };
  assert.doesNotMatch(render({ ...unseen, kinds }), /can miss/, "a warning names them");
  assert.doesNotMatch(render({ ...unseen, verdict: "undecided" }), /can miss/);
});

test("--verbose adds the p values, the usual bottleneck, and why an interval is wider", () => {
  const tests = "Tests: p < 0.0001 (t), p = 1.0000 (same within 2 %).";
  const verbose = linesOf({ confidence: 0.992 }, { verbose: true });
  assert.ok(verbose.includes(tests));
  assert.ok(verbose.includes("Bottleneck of both: server."));
  assert.match(verbose.join("\n"), /one of 99\.2 %, so that the intervals of all looks are valid/);
  assert.doesNotMatch(render({ confidence: 0.992 }), /Tests|Bottleneck|looks/);
});

test("two revisions have short names, and the heading has their commits", () => {
  const lines = linesOf(revisions);
  assert.equal(lines[0], "tree is slower than v5.0.0: 8.3 % more CPU per request");
  assert.equal(
    lines[2],
    "GET / on node 26.10.0, 8 rounds, v5.0.0 (6bde7d7) against tree (7d196a9 with uncommitted changes)",
  );
  const two = render([revisions, { ...revisions, scenario: "GET /users/1" }]);
  assert.equal(
    two.match(/^Different packages: fastify 5\.0\.0 in v5\.0\.0, 5\.12\.1 in tree\.$/gm)?.length,
    1,
    "known versions are not repeated",
  );
  const ids = linesOf({ ...revisions, base: "6bde7d7/node" });
  assert.match(ids[2] ?? "", /, 6bde7d7 against tree/);
  const packages = ["a", "b", "c", "d"].map((name) => ({ name, base: "1.0.0", new: "2.0.0" }));
  assert.match(
    render({ ...revisions, packages }, { width: 1000 }),
    /a 1\.0\.0 in v5\.0\.0, 2\.0\.0 in tree; b 1\.0\.0 and 2\.0\.0; c .*; and 1 more\./,
  );
});

test("servers on two runtimes, or with equal names, keep the runtime in their names", () => {
  const bun = { ...revision("6bde7d7"), runtimeName: "bun", runtime: "1.4.5" } as const;
  const versions = { base: revision("6bde7d7"), new: bun };
  const lines = linesOf({ ...revisions, base: "main/node", new: "main/bun", versions });
  assert.match(lines[0] ?? "", /^main\/bun is slower than main\/node: /);
  assert.match(lines[2] ?? "", /^GET \/ on node 26\.10\.0 \(base\) and bun 1\.4\.5 \(new\), 8 /);
  const versioned = linesOf({ ...revisions, base: "main/node", new: "main/node@26.10.0" });
  assert.match(versioned[0] ?? "", /^main\/node@26\.10\.0 is slower than main\/node: /);
  const unknown = { framework: null, runtimeName: null, runtime: null };
  assert.equal(linesOf({ versions: { base: unknown, new: unknown } })[2], "text, 8 rounds");
});

test("two versions of a package are named by them", () => {
  const on = (framework: string, runtime = "26.10.0") => ({ ...onNode, framework, runtime });
  const scoped = { base: "@hapi/hapi@20.3.0/node", new: "@hapi/hapi@21.4.3/node" };
  const versions = { base: on("20.3.0"), new: on("21.4.3") };
  assert.match(
    linesOf({ ...scoped, versions })[0] ?? "",
    /^@hapi\/hapi 21\.4\.3 is slower than @hapi\/hapi 20\.3\.0: /,
  );
  const runtimes = { base: on("20.3.0", "24.1.0"), new: on("20.3.0") };
  assert.match(
    linesOf({ ...scoped, versions: runtimes })[0] ?? "",
    /^@hapi\/hapi 20\.3\.0 on node 26\.10\.0 is slower than @hapi\/hapi 20\.3\.0 on node 24\.1\.0: /,
  );
});

test("every line fits, but for a path, and shows what a terminal would obey", () => {
  const journal = `/home/somebody/${"deep/".repeat(20)}compare.jsonl`;
  const reason = `other processes took ${"a lot of ".repeat(12)}\u001B[2J`;
  const name = `${"long-".repeat(8)}name/node`;
  const text = render({
    ...revisions,
    new: name,
    warnings: [{ code: "not-pinned", facts: { reason } }],
    journal,
  });
  for (const line of text.split("\n")) {
    assert.ok(line.length <= 80 || line.includes(journal), line);
  }
  assert.ok(text.includes("\\u001b[2J") && text.includes(`Data: ${journal}\n`));
  for (const line of render(revisions, { width: 40 }).split("\n"))
    assert.ok(line.length <= 40, line);
  assert.match(render(revisions, { width: 60 }), /\n {2}CPU per request .* µs\n {4}[+-]/);
});

test("on a terminal verdicts have colors, and a name cannot bring its own", () => {
  const hostile = { scenario: "GET /\u001b[31m" };
  const text = render(hostile, { color: true });
  assert.ok(text.includes("\u001b[31mslower\u001b[39m\n"));
  assert.ok(text.includes("\u001b[33msame (within 5 %)\u001b[39m\n"));
  assert.ok(!text.includes("GET /\u001b"));
  assert.ok(!render(hostile).includes("\u001b"));
});
