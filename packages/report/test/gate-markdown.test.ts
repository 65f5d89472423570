import assert from "node:assert/strict";
import { test } from "node:test";
import { readGated, type Gated } from "@deadheat/judge";
import { renderComparedMarkdown } from "../src/index.ts";
import { comparison, gated, outcomes } from "./gated.ts";
import { golden } from "./golden.ts";

/** The alert with which each comment begins. */
const alerts: Readonly<Record<string, string>> = {
  "control-off":
    "CAUTION]\n> **NO RESULT: the control failed. main differs from itself: CPU per request -3.0 % \\[-4.9, -1.2\\] (GET /), so this machine cannot compare two servers right now. Run the check again.**",
  same: "NOTE]\n> **PASSED: HEAD is at most 1.5 % slower than main (limit 5 %)**",
  faster: "TIP]\n> **PASSED: all 2 comparisons are within the limit of 5 %**",
  metrics:
    "WARNING]\n> **FAILED: 1 of 6 limits is exceeded**\\\n> GET / on node 26.10.0: peak memory (RSS) at least 12.0 % more; POST /echo on node 26.10.0: startup time 5.0 % to 11.3 % more.",
  "not-known": "NOTE]\n> **PASSED: HEAD is at most 4.0 % slower than main (limit 5 %)**",
  several:
    "WARNING]\n> **FAILED: 2 of 4 comparisons are over the limit of 5 %**\\\n> web: GET / on bun 1.4.5: CPU per request at least 9.9 % slower; api: POST /echo on node 26.10.0: CPU per request at least 8.0 % slower.",
  "slower-allowed": "WARNING]\n> **PASSED: HEAD is at most 4.2 % slower than main (limit 5 %)**",
  slower: "WARNING]\n> **FAILED: HEAD is at least 8.0 % slower than main (limit 5 %)**",
  undecided:
    "NOTE]\n> **UNDECIDED: too noisy. HEAD is 0.6 % to 7.4 % slower than main (limit 5 %)**\\\n> About 20 more rounds would probably settle it: --budget 8m.",
  unmeasured: "CAUTION]\n> **NO RESULT: one.mjs/node ended before it was ready (exit code 3)**",
};

test("a comment begins with an alert, which has the verdict in a sentence", () => {
  assert.deepEqual(Object.keys(alerts).toSorted(), Object.keys(outcomes).toSorted());
  for (const [name, document] of Object.entries(outcomes)) {
    assert.deepEqual(readGated(JSON.stringify(document)), document);
    const comment = renderComparedMarkdown(document);
    assert.ok(comment.startsWith(`> [!${alerts[name]}\n\nBase: `), `${name}: ${comment}`);
  }
});

test("a comment has a row for each metric of each request, the control, and the folded details", () => {
  golden("gate-several.md", renderComparedMarkdown(outcomes["several"]!));
});

const attacks = [
  "<img src=x onerror=alert(1)></details><!--",
  "[click](https://evil.example) ![x](http://evil.example/x.png) www.evil.example",
  "@everyone #1 GH-2 owner/repo#3 :tada: $x^2$ ~~no~~ **bold** _it_",
  "a | b |\n| --- |\r\n\n# heading\n- list\n> [!TIP]",
  "``` ` \u001B]8;;https://evil.example\u0007link\u001B]8;;\u0007 \u202Egnp.elif \u0000 \u2028",
  "&lt;b&gt; &#60;script&#62; \\| \\<b>",
];

/** Returns a document in which every text from outside is the attack. */
function hostile(attack: string, outcome: Gated["gate"]["outcome"] = "passed"): Gated {
  const versions = { framework: attack, runtimeName: "node", runtime: attack } as const;
  const one = comparison({
    base: attack,
    new: attack,
    app: attack,
    scenario: attack,
    versions: { base: versions, new: { ...versions, runtime: `${attack} 2` } },
    warnings: [{ code: "not-pinned", facts: { reason: attack } }],
    journal: attack,
  });
  return gated({
    deadheat: attack,
    base: { name: attack, commit: null },
    new: { name: attack, commit: null },
    outcome,
    reason: attack,
    comparisons: [one, { ...one, app: "other" }],
    control: [one],
    limits: {
      gate: 0.05,
      from: "new",
      changes: [{ request: attack, base: null, new: 0.1 }],
      unread: attack,
    },
    machine: { cpu: attack, cores: 2, kernel: attack, os: attack, oha: attack, isolation: "none" },
    loaded: { packages: 1, changed: [{ name: attack, base: attack, new: `${attack} 2` }] },
    command: attack,
  });
}

/** Returns Markdown without code and escaped characters, and with a dot for each invisible separator. */
function bare(markdown: string): string {
  return markdown
    .replace(/^(`{3,})sh\n.*\n\1$/gm, "")
    .replace(/\\[^\w\s]/g, "")
    .replace(/(?<!`)(`+)(?!`).*?[^`]\1(?!`)/g, "")
    .replaceAll("<span>$</span>", "")
    .replaceAll(/&(?:#8203|nbsp);/g, "·");
}

// oxlint-disable-next-line no-control-regex -- characters that a terminal obeys, or an editor hides
const CONTROLS = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\p{Cf}\p{Zl}\p{Zp}]/u;
const MARKUP = /[@#]\w|\$|:\/\/|www\.|GH-\d|\]\(|!\[(?!CAUTION|NOTE|WARNING)|&[#\w]|:\w+:|~~/;
const ROUND = /^(?: *#| *\d+\.| *[-+] +[-+#\d>])/m;

test("any text of a document is only text in the comment", () => {
  for (const outcome of ["passed", "failed", "undecided", "unmeasured"] as const) {
    const clean = tags(renderComparedMarkdown(hostile("x", outcome)));
    for (const attack of attacks) {
      const document = readGated(JSON.stringify(hostile(attack, outcome)));
      const text = renderComparedMarkdown(document);
      const left = bare(text);
      assert.ok(!CONTROLS.test(text), attack);
      assert.deepEqual(tags(left), clean, attack);
      for (const way of [MARKUP, ROUND]) {
        assert.equal(way.exec(left)?.[0], undefined, `${attack} in ${outcome}`);
      }
      const rows = left.split("\n").filter((line) => line.startsWith("| "));
      assert.deepEqual(
        rows.map((row) => row.split("|").length - 1),
        rows.map(() => (outcome === "unmeasured" ? 10 : 11)),
      );
    }
  }
});

function tags(markdown: string): string[] {
  return [...markdown.matchAll(/<[^>\s]*>?/g)].map(([tag]) => tag);
}

test("a comment is no longer than GitHub allows, and begins with the verdict", () => {
  const long = "x".repeat(3000);
  const many = Array.from({ length: 150 }, (_, i) => comparison({ scenario: `${i} ${long}` }));
  const text = renderComparedMarkdown({ ...hostile(long), comparisons: many });
  assert.ok(text.length < 65_000, String(text.length));
  const [first] = text.split("\n\n");
  assert.equal(first, "> [!NOTE]\n> **PASSED: all 150 comparisons are within the limit of 5 %**");
  assert.ok(text.includes("100 more rows are in the artifact"));
});
