import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { renderHtml } from "../src/report/html/document.ts";
import { encode } from "../src/report/html/encode.ts";
import { h, toHtml } from "../src/report/view/element.ts";
import { relativeTo } from "../src/report/view/ratios.ts";
import { formatState, initialState, parseState, type State } from "../src/report/view/state.ts";
import { bandsOf } from "../src/report/view/ties.ts";
import { pack, unpack } from "../src/report/view/wire.ts";
import { comparisonWords } from "../src/report/view/words.ts";
import { generatedResult, small } from "./generated-result.ts";
import { hostile } from "./hostile-result.ts";

const result = generatedResult(small);
const data = encode(result);

test("trees are escaped, and cannot hold what runs, styles or leaves the page", () => {
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

test("what is packed is unpacked the same", () => {
  const again = unpack(JSON.parse(JSON.stringify(pack(data))) as ReturnType<typeof pack>);
  assert.deepEqual(again, data);
});

test("every ratio that the page computes is the result's own", () => {
  for (const cell of result.cells) {
    const cells = data.cells.filter(({ scenario }) => scenario === cell.scenario);
    const own = cells.find(({ target }) => target === cell.target);
    const reference = cells.find(({ target }) => target === result.floors.node);
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

test("another baseline within a runtime carries no bridge; across runtimes both do", () => {
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

test("bands join the rows of a tie group, and share columns where they do not overlap", () => {
  const bands = bandsOf([["a"], ["a", "b"], ["b"], ["c"], ["d"], ["d"]]);
  assert.deepEqual(
    bands.map(({ letter, column, first, last }) => [letter, column, first, last]),
    [
      ["a", 0, 0, 1],
      ["b", 1, 1, 2],
      ["d", 0, 4, 5],
    ],
  );
});

test("a fragment holds the state, and only what the data know", () => {
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
  const nonsense =
    "#view=<script>&scenario=x&base=x/y&hide=x&without=x&sort=x:desc&cell=x&theme=x&rate=x";
  assert.deepEqual(parseState(nonsense, data), { ...initialState(data), rate: 0 });
});

test("a comparison says faster, or dead heat, or that an interval alone proves nothing", () => {
  const [a, b] = data.cells;
  assert.ok(a && b);
  const say = (ratio: number, lo: number, hi: number, dead: boolean) =>
    comparisonWords({ ...a, target: "a/bun" }, { ...b, target: "b/bun" }, { ratio, lo, hi }, dead);
  assert.match(say(1.1, 1.05, 1.15, false), /^a\/bun is faster than b\/bun: it serves 10 % more/);
  assert.match(say(0.5, 0.4, 0.6, false), /^b\/bun is faster than a\/bun: it serves 100 % more/);
  assert.match(say(1, 0.98, 1.02, true), /dead heat.*probably below 2\.0 %/);
  assert.match(say(1.02, 1.001, 1.04, true), /dead heat.*pnpm bench compare a\/bun b\/bun/);
});

const html = renderHtml(result);

test("the policy allows the page's own three parts, by hash, and nothing else", () => {
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

test("data cannot end their element, whatever a target is called", () => {
  const text = renderHtml(hostile());
  const [, json = ""] =
    /<script type="application\/json" id="data">([^]*?)<\/script>/.exec(text) ?? [];
  assert.doesNotMatch(json, /</);
  const again = unpack<ReturnType<typeof encode>>(JSON.parse(json) as ReturnType<typeof pack>);
  assert.equal(again.cells.length, hostile().cells.length);
  assert.equal(text.match(/<script/g)?.length, html.match(/<script/g)?.length);
});

test("a result with nothing measured is a report too", () => {
  const empty = {
    ...result,
    cells: result.cells.filter((cell) => cell.rank === null),
    bridges: [],
    differences: [],
  };
  assert.match(renderHtml(empty), /Nothing could be ranked in this run/);
  assert.match(renderHtml({ ...empty, cells: [] }), /Nothing could be ranked in this run/);
});
