import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { test } from "node:test";
import { renderHtml } from "../src/html/document.ts";
import { pageJson } from "../src/html/page-data.ts";
import { h, toHtml } from "../src/view/parts/element.ts";
import { places, rankingTable } from "../src/view/ranking.ts";
import { relativeTo } from "../src/view/data/ratios.ts";
import { missingSection } from "../src/view/sections.ts";
import { formatState, initialState, parseState, type State } from "../src/view/data/state.ts";
import { headline, headlineDetail, pairsOf, sentence } from "../src/view/first-screen.ts";
import { verdictOf } from "../src/view/data/pairs.ts";
import { rowsOf } from "../src/view/data/rows.ts";
import type { Cell, PageData } from "../src/view/data/page-data.ts";
import { comparisonWords } from "../src/view/comparison.ts";
import { generatedResult, small } from "../../judge/test/generated-result.ts";
import { hostile } from "./hostile-result.ts";

const result = generatedResult(small);
const data = JSON.parse(pageJson(result)) as PageData;

test("a tree is escaped, and holds nothing that runs, styles or leaves the page", () => {
  const evil = `<img src=x onerror="alert('1')">&amp;`;
  const text = "&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;amp;";
  assert.equal(
    toHtml(h("p", { title: evil, class: "a" }, evil)),
    `<p title="${text}" class=a>${text}</p>`,
  );
  assert.equal(toHtml([h("br"), null, false, 0, h("line", { x1: 1 })]), "<br>0<line x1=1 />");
  for (const name of ["onclick", "style", 'a"b', "a b", ""]) {
    assert.throws(() => h("p", { [name]: "x" }), /not allowed in a report/, name);
  }
  assert.throws(() => h("a", { href: "https://example.org" }), /not allowed/);
});

test("every ratio that the page computes equals the ratio in the result", () => {
  for (const cell of result.cells) {
    const cells = data.cells.filter(({ scenario }) => scenario === cell.scenario);
    const own = cells.find(({ target }) => target === cell.target);
    const reference = cells.find(({ target }) => target === result.floors.node);
    // The page gives a cold cell a ratio too, marked as cold. The result leaves it out.
    if (cell.warnings.some(({ code }) => code === "cold")) continue;
    const theirs = cell.efficiency?.toNodeHttp;
    const ours = own && reference && relativeTo(own, reference, data);
    assert.equal(Boolean(ours), Boolean(theirs), cell.target);
    for (const key of ["ratio", "lo", "hi"] as const) {
      assert.ok(
        !ours || !theirs || Math.abs(ours[key] - theirs[key]) < 1e-5,
        `${cell.target} ${key}`,
      );
    }
  }
});

test("a baseline of the same runtime needs no bridge; across runtimes the interval includes both bridges", () => {
  const of = (target: string) =>
    data.cells.find((c) => c.target === target && c.scenario === "text");
  const [hono, koa, express] = [of("hono/bun"), of("koa/bun"), of("express/node")];
  assert.ok(hono && koa && express);
  const within = relativeTo(hono, koa, data);
  const across = relativeTo(hono, express, data);
  assert.ok(within && across);
  assert.equal(within.across, false);
  assert.equal(across.across, true);
  const wide = ({ lo, hi }: { lo: number; hi: number }) => Math.log(hi / lo);
  assert.ok(wide(across) > wide(across.within));
  const back = relativeTo(koa, hono, data);
  assert.ok(back && Math.abs(back.ratio * within.ratio - 1) < 1e-12);
});

test("a fragment holds the state, and ignores values that the data do not know", () => {
  const state: State = {
    ...initialState(data),
    view: "cost",
    scenario: "json",
    base: "hono/bun",
    hiddenRuntimes: ["deno"],
    hiddenFrameworks: ["koa"],
    sort: { column: "target", descending: false },
    a: "hono/bun",
    theme: "dark",
  };
  assert.deepEqual(parseState(formatState(state, data), data), state);
  assert.equal(formatState(initialState(data), data), "");
  const nonsense = "#view=<script>&scenario=x&base=x/y&hide=x&without=x&sort=x:desc&cell=x&theme=x";
  assert.deepEqual(parseState(nonsense, data), initialState(data));
});

/** Returns a scenario of targets with these ranks, on one runtime, each a tenth slower than the one before. */
function dataOf(
  ranks: readonly Cell["rank"][],
  changes: Partial<PageData["differences"][number]> = {},
): PageData {
  const cell = data.cells.find(({ rank, warnings }) => rank !== null && warnings.length === 0);
  assert.ok(cell);
  const log = { mean: 0, variance: 1e-6, df: 5, n: 6 };
  return {
    ...data,
    bridges: [],
    scenarios: [{ name: "text", store: null }],
    differences: [
      { scenario: "text", pairs: 3, decided: 3, deadHeats: [], undecided: [], ...changes },
    ],
    cells: ranks.map((rank, i) => ({
      ...cell,
      target: `${"abcdef"[i]}/${cell.runtime}`,
      scenario: "text",
      rank,
      log: { ...log, mean: -0.1 * i },
      warnings: rank === null ? [{ code: "cold", message: "cold: so and so" }] : [],
    })),
  };
}

test("the headline says only what is certain about the first places", () => {
  const named = (of: PageData) => {
    const { cells, before, after } = headline(of, "text");
    return [before, ...cells.map(({ target }) => target.slice(0, 1)), after]
      .filter(Boolean)
      .join(" ");
  };
  assert.equal(
    named(
      dataOf([
        [1, 1],
        [2, 3],
        [2, 3],
      ]),
    ),
    "a is the fastest",
  );
  assert.equal(
    named(
      dataOf([
        [1, 2],
        [1, 2],
        [3, 3],
      ]),
    ),
    "Certainly among the first 2 of 3 a b",
  );
  assert.equal(
    named(
      dataOf([
        [1, 2],
        [1, 3],
        [2, 3],
      ]),
    ),
    "Certainly among the first 2 of 3 a",
  );
  const nothing = dataOf([
    [1, 3],
    [1, 3],
    [1, 3],
  ]);
  assert.equal(named(nothing), "Nothing is certainly faster than anything else");
  assert.equal(named(dataOf([[1, 1]])), "a is the only one that is ranked");
  assert.equal(named(dataOf([null])), "Nothing could be ranked in this run");
  assert.doesNotMatch(headlineDetail(nothing, "text"), /may be the fastest/);
  const open = dataOf([
    [1, 2],
    [1, 3],
    [2, 3],
  ]);
  assert.match(headlineDetail(open, "text"), /2 targets may be the fastest/);
  assert.match(sentence(open, "text"), /Certainly among the first 2 of 3/);
});

test("pairs are counted by verdict, and the undecided pair that needs the fewest blocks is named", () => {
  const runtime = dataOf([[1, 1]]).cells[0]?.runtime;
  const [a, b, c] = ["a", "b", "c"].map((name) => `${name}/${runtime}`) as [string, string, string];
  const pairs = pairsOf(
    dataOf(
      [
        [1, 3],
        [1, 3],
        [1, 3],
      ],
      {
        decided: 0,
        deadHeats: [[a, b]],
        undecided: [
          { targets: [a, c], blocks: null },
          { targets: [b, c], blocks: 1234 },
        ],
      },
    ),
    "text",
  );
  assert.ok(pairs);
  const { detail, ...counts } = pairs;
  assert.deepEqual(counts, { decided: 0, deadHeats: 1, undecided: 2 });
  assert.match(detail, /within ± 5 %.*b\/bun and c\/bun, with about 1,234 more blocks of each/);
  assert.equal(pairsOf(dataOf([[1, 1]], { pairs: 0 }), "text"), null);
});

test("a vague target is never first, and a cold one is last, however the rows are sorted", () => {
  const of = dataOf([[2, 5], null, [1, 5], [1, 2], [3, 4]]);
  const order = (sort: State["sort"]) =>
    rowsOf(of, { ...initialState(of), base: of.cells[0]?.target ?? "", sort })
      .map(({ cell }) => cell.target.slice(0, 1))
      .join("");
  assert.equal(order(initialState(of).sort), "decab");
  const state = { ...initialState(of), base: of.cells[0]?.target ?? "" };
  const drawn = toHtml(rankingTable({ data: of, state, interactive: false }));
  const [cold] = drawn.split("<tr").slice(-1);
  assert.match(cold ?? "", /^ class=vague><td class=rank>-.*no rank.*>cold<\/span>/);
  assert.match(toHtml(missingSection(of)), /<span class=status>cold<.*cold: so and so/);
  assert.equal(order({ column: "ratio", descending: true }), "acdeb");
  assert.equal(order({ column: "ratio", descending: false }), "edcab");
});

test("every pair has the verdict of the result", () => {
  for (const { scenario, pairs, decided, deadHeats, undecided } of result.differences) {
    const ranked = data.cells.filter((cell) => cell.scenario === scenario && cell.rank !== null);
    const words = ranked.flatMap((a, i) =>
      ranked.slice(i + 1).map((b) => ({ a, b, verdict: verdictOf(a, b, data) })),
    );
    assert.equal(words.length, pairs);
    const count = (...of: string[]) =>
      words.filter(({ verdict }) => of.includes(verdict?.word ?? "")).length;
    assert.equal(count("faster", "slower"), decided);
    assert.equal(count("dead heat"), deadHeats.length);
    assert.equal(count("undecided"), undecided.length);
    for (const { a, b, verdict } of words) {
      const shared = a.tieGroup.some((letter) => b.tieGroup.includes(letter));
      assert.equal(shared, verdict?.word === "dead heat", `${a.target} ${b.target}`);
      const back = { faster: "slower", slower: "faster" }[verdict?.word as string] ?? verdict?.word;
      assert.equal(verdictOf(b, a, data)?.word, back);
    }
  }
});

test("a comparison says one of four words, and for an undecided pair how many blocks it needs", () => {
  const say = (
    ratio: number,
    lo: number,
    hi: number,
    verdict: Parameters<typeof comparisonWords>[3],
  ) => comparisonWords("a/bun", "b/bun", { ratio, lo, hi }, verdict, data);
  const blocks = null;
  assert.match(
    say(1.1, 1.05, 1.15, { word: "faster", blocks }),
    /^a\/bun is faster than b\/bun: it serves 10 % more/,
  );
  assert.match(
    say(0.5, 0.4, 0.6, { word: "slower", blocks }),
    /^a\/bun is slower than b\/bun: it serves 50 % fewer/,
  );
  assert.match(say(1, 0.98, 1.02, { word: "dead heat", blocks }), /^Dead heat: .* within ± 5 %/);
  const open = say(1.1, 0.9, 1.3, { word: "undecided", blocks: 7 });
  assert.match(
    open,
    /^Undecided: .*a\/bun \/ b\/bun = 1\.100 \[0\.900, 1\.300\].*about 7 more blocks of each/,
  );
  assert.match(say(1.1, 0.9, 1.3, { word: "undecided", blocks }), /hardly decide/);
  assert.match(say(1.1, 0.9, 1.3, null), /^No verdict/);
});

test("a rank is drawn from its first to its last possible place", () => {
  assert.match(toHtml(places([2, 5], 20)), /<rect x=5% width=20% \/>/);
  assert.match(toHtml(places([20, 20], 20)), /<rect x=95% width=5% \/>/);
});

const html = renderHtml(result);

test("the policy allows the page's own three parts, by their hashes, and nothing else", () => {
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? "";
  assert.match(policy, /^default-src 'none'; /);
  assert.doesNotMatch(policy, /unsafe|https?:|\*/);
  const scripts = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text]) => text ?? "");
  const styles = [...html.matchAll(/<style>([^]*?)<\/style>/g)].map(([, text]) => text ?? "");
  assert.deepEqual([scripts.length, styles.length], [2, 1]);
  for (const text of [...scripts, ...styles]) {
    assert.ok(policy.includes(`'sha256-${createHash("sha256").update(text).digest("base64")}'`));
  }
  assert.equal(policy.match(/sha256-/g)?.length, 3);
  assert.doesNotMatch(scripts.join(), /<!--|eval\(|new Function/);
});

test("the data cannot end their element, whatever the name of a target", () => {
  const text = renderHtml(hostile());
  const [, base64 = ""] =
    /<script type="text\/plain" id="data">([\w+/=]*)<\/script>/.exec(text) ?? [];
  const json = inflateRawSync(Buffer.from(base64, "base64")).toString();
  assert.equal(json, pageJson(hostile()));
  assert.equal(text.match(/<script/g)?.length, html.match(/<script/g)?.length);
});

test("a result without measurements has a report too", () => {
  const empty = {
    ...result,
    cells: result.cells.filter((cell) => cell.rank === null),
    bridges: [],
    differences: [],
  };
  assert.match(renderHtml(empty), /Nothing could be ranked in this run/);
  assert.match(renderHtml({ ...empty, cells: [] }), /Nothing could be ranked in this run/);
});
