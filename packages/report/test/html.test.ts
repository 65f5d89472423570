import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import type { Result } from "@deadheat/judge";
import { generatedResult, small } from "../../judge/test/generated-result.ts";
import { formatInterval, formatRank, formatRatio } from "../src/format.ts";
import { renderHtml } from "../src/index.ts";
import { pairsTable } from "../src/view/pairs.ts";
import { h, html, toHtml, type Child } from "../src/view/parts/element.ts";
import { roundsTable } from "../src/view/rounds.ts";
import { places } from "../src/view/ranking.ts";

const result = generatedResult(small);
const page = renderHtml(result);
const ranked = result.cells.filter(({ scenario, rank }) => scenario === "text" && rank !== null);

/** Returns the text that a reader sees. */
function textOf(child: Child | string): string {
  const markup = typeof child === "string" ? child : toHtml(child);
  return markup
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/\s+/g, " ");
}

test("a tree is escaped, and holds nothing that runs, styles or leaves the page", () => {
  const evil = `<img src=x onerror="alert('1')">&amp;`;
  const text = "&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;amp;";
  assert.equal(
    toHtml(h("p", { title: evil, class: "a" }, evil)),
    `<p title="${text}" class="a">${text}</p>`,
  );
  assert.equal(
    toHtml([h("br"), null, false, 0, h("line", { x1: 1 })]),
    '<br>0<line x1="1"></line>',
  );
  for (const name of ["onclick", "style", 'a"b', "a b", ""]) {
    assert.throws(() => h("p", { [name]: "x" }), /not allowed in a report/, name);
  }
  assert.throws(() => h("a", { href: "https://example.org" }), /not allowed/);
});

test("a template escapes what is put into it, and rejects values where they could do something", () => {
  const evil = `"><script>alert(1)</script>`;
  const text = "&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;";
  assert.equal(
    toHtml(html`<p title="${evil}">${[evil, html`<b>${1}</b>`, false, null]}</p>`),
    `<p title="${text}">${text}<b>1</b></p>`,
  );
  assert.equal(toHtml(html`<a href="${"/sure/"}">x</a>`), '<a href="/sure/">x</a>');
  for (const link of ["javascript:alert(1)", "https://example.org", "//example.org"]) {
    assert.throws(() => html`<a href="${link}">x</a>`, /not allowed in a page/, link);
  }
  assert.throws(() => html`<p onclick="${"x"}"></p>`, /not allowed/);
  assert.throws(() => html`<p style="${"x"}"></p>`, /not allowed/);
});

test("the page has the rank, ratio, interval and letters of every ranked cell of every scenario", () => {
  const tables = page.split(/<article /).slice(1);
  const scenarios = [...new Set(result.cells.map(({ scenario }) => scenario))];
  assert.equal(tables.length, scenarios.length);
  for (const [i, table] of tables.entries()) {
    const rows = table.split("</table>")[0]!.split("<tr>").slice(2).map(textOf);
    const cells = result.cells.filter((one) => one.scenario === scenarios[i] && one.rank !== null);
    assert.equal(rows.length, cells.length);
    for (const [k, { target, rank, efficiency, tieGroup }] of cells.entries()) {
      const { toFloor, toNodeHttp } = efficiency!;
      const ratio = toNodeHttp ?? toFloor;
      const row = rows[k]!.replace(/ \//, "/");
      assert.ok(row.startsWith(` ${formatRank(rank!)} `), row);
      assert.ok(row.includes(target), row);
      assert.ok(row.includes(formatRatio(ratio.ratio)), row);
      if (ratio.lo < ratio.hi) assert.ok(row.includes(formatInterval(ratio)), row);
      if (tieGroup.length > 0) assert.ok(row.includes(` ${tieGroup.join("")} `), row);
    }
  }
});

test("the first warning of a kind is shown, and the others are folded", () => {
  const warning = { code: "steal", facts: { share: 0.1 } } as const;
  const many = { ...result, warnings: Array.from({ length: 9 }, () => warning) };
  assert.match(textOf(renderHtml(many)), /took 10\.0 % of a CPU\. 8 more warnings/);
});

test("every tie and every undecided pair is named at both of its targets", () => {
  const [{ ties, undecided }] = result.differences as [Result["differences"][number]];
  const table = toHtml(pairsTable(result, "text", ranked));
  const cells = new Map(
    table
      .split("<tr>")
      .slice(2)
      .map((row) => {
        const [name = "", tied = "", open = ""] = row.split("</td>").map(textOf);
        const [target = ""] = name.replaceAll(/ (?=\/)/g, "").match(/\S+/) ?? [];
        return [target, { tied, open }];
      }),
  );
  for (const [a, b] of ties) {
    assert.ok(cells.get(a)?.tied.includes(b), `${a} ${b}`);
    assert.ok(cells.get(b)?.tied.includes(a), `${a} ${b}`);
  }
  for (const { targets, rounds } of undecided) {
    const [a, b] = targets;
    assert.ok(cells.get(a)?.open.includes(`${b} (${rounds ?? "never"})`), `${a} ${b}`);
  }
});

test("every race of a target has a dot, and its ratio in the order of measuring", () => {
  const drawn = toHtml(roundsTable(result, "text", ranked));
  const row = drawn.split("<tr>").find((one) => textOf(one).startsWith(" koa /node"))!;
  const { ratio, rounds } = ranked.find(({ target }) => target === "koa/node")!.efficiency!.toFloor;
  assert.equal(row.match(/<use/g)?.length, rounds.length);
  const [numbers = ""] = row.match(/\d\.\d{3}(?: \d\.\d{3})+/) ?? [];
  const ratios = numbers.split(" ").map(Number);
  assert.equal(ratios.length, rounds.length);
  const mean = Math.exp(ratios.reduce((sum, one) => sum + Math.log(one), 0) / ratios.length);
  assert.ok(Math.abs(mean / ratio - 1) < 0.01, `${mean} ${ratio}`);
});

test("a rank is drawn from its first to its last possible place", () => {
  assert.match(toHtml(places([2, 5], 20)), /<rect x="5%" width="20%" /);
  assert.match(toHtml(places([20, 20], 20)), /<rect x="95%" width="5%" /);
});

test("a vague metric is marked beside its name, and a cold cell has no rank but a reason", () => {
  const cold = structuredClone(result);
  const cell = cold.cells.find(({ target }) => target === "koa/bun")!;
  cell.rank = null;
  cell.warnings.push({ code: "cold", facts: { rounds: 1, of: 8 } });
  const wide = cold.cells.find(({ target }) => target === "koa/node")!;
  wide.warnings.push({ code: "wide", facts: { half: 0.1, detectable: null } });
  const text = textOf(renderHtml(cold));
  assert.match(text, /koa\/bun : In 1 of 8 rounds a server was not warm/);
  assert.match(text, /koa \/node wide [\d.]+/);
});

test("the policy allows the page's own two parts, by their hashes, and nothing else", () => {
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? "";
  assert.match(policy, /^default-src 'none'; /);
  assert.doesNotMatch(policy, /unsafe|https?:|\*/);
  const scripts = [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text]) => text ?? "");
  const styles = [...page.matchAll(/<style>([^]*?)<\/style>/g)].map(([, text]) => text ?? "");
  assert.deepEqual([scripts.length, styles.length], [1, 1]);
  for (const text of [...scripts, ...styles]) {
    assert.ok(policy.includes(`'sha256-${createHash("sha256").update(text).digest("base64")}'`));
  }
  assert.equal(policy.match(/sha256-/g)?.length, 2);
  assert.doesNotMatch(scripts.join(), /<!--|eval\(|new Function/);
});

test("a result without measurements has a report too", () => {
  const empty = {
    ...result,
    cells: result.cells.filter((cell) => cell.rank === null),
    bridges: [],
    differences: [],
  };
  assert.match(renderHtml(empty), /Nothing could be ranked/);
  assert.match(renderHtml({ ...empty, cells: [] }), /Nothing could be ranked/);
});
