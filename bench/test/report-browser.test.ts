import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { readResult } from "deadheat/parts";
import { root } from "../src/targets/project.ts";
import type { Result } from "@deadheat/judge";
import { renderHtml } from "@deadheat/report";
import { openPage, pageFile, testFaultless } from "./opened.ts";
import { generatedResult, small } from "../../packages/judge/test/generated-result.ts";
import { hostile } from "../../packages/report/test/hostile-result.ts";

const write = (name: string, of: Result) => pageFile(name, renderHtml(of));
const result = atFixedRates(generatedResult(small));
const report = write("report.html", result);
const hostileReport = write("hostile.html", atFixedRates(hostile()));
/** A run of 47 targets on a restless machine: many pairs are undecided, and some cells are very wide. */
const result47 = readResult(
  join(root, "results/published/xeon-2cpu-vm/2026-11-25-frameworks/result.json"),
);
const report47 = write("47.html", result47);

/** Returns the ranked cells of the first scenario. */
function rankedOf({ cells }: Result): Result["cells"] {
  return cells.filter(({ scenario, rank }) => scenario === "text" && rank !== null);
}

/** A run that was also measured at fixed rates, in the first scenario. */
function atFixedRates(of: Result): Result {
  const step = (rate: number, fraction: number | null, ratio: number) => ({
    rate,
    fraction,
    cpuPerRequest: 1e-4 / ratio,
    toReference: { ratio, lo: 0.97 * ratio, hi: 1.03 * ratio, n: 5 },
    toNodeHttp: null,
    reason: null,
  });
  const cells = of.cells.map((cell, i) => {
    const ratio = 0.5 + i / 100;
    const rates = [step(200, null, ratio), step(1000, null, ratio), step(9000, 0.2, ratio)];
    const cost = { reference: of.floors[cell.runtime], idle: 2e-4, rates, rounds: [] };
    return cell.scenario === of.cells[0]?.scenario ? { ...cell, cost } : cell;
  });
  const rounds = { cell: 5, bridge: 5, aa: 5 };
  const settings = { rounds, idleSeconds: 1, capacitySeconds: 1, stepSeconds: 1 };
  return {
    ...of,
    cells,
    run: { ...of.run, cost: { rates: [200, 1000], fractions: [0.2], ...settings } },
  };
}

/** Opens everything that is folded. */
async function unfold(page: Page): Promise<void> {
  await page.locator("details").evaluateAll((all) => {
    for (const details of all) details.setAttribute("open", "");
  });
}

const ranking = (page: Page) => page.locator("table.ranking").first();
const names = (page: Page) => ranking(page).locator("tbody tr:visible .name").allInnerTexts();

test("the cost of a request at each rate is a table, the cheapest first", async (t) => {
  const page = await openPage(t, report);
  await page.getByText("text: CPU per request at fixed rates").click();
  const rates = page.locator("details", { has: page.locator("table.rates") });
  assert.deepEqual(await rates.locator("h3").allInnerTexts(), [
    "200 requests/s",
    "1,000 requests/s",
    "20 % of what the runtime's floor serves alone",
  ]);
  const cells = result.cells.filter(({ cost }) => cost);
  const first = await rates.locator("table").first().locator("tbody tr").allInnerTexts();
  assert.equal(first.length, cells.length);
  const best = cells.findLast(({ cost, target }) => cost?.reference !== target);
  assert.ok(first.slice(0, 4).join().includes(best!.target), first.join("\n"));
});

for (const [size, of, url] of [
  ["few", result, report],
  ["47", result47, report47],
] as const) {
  test(`the first screen says exactly what is proven of ${size} targets`, async (t) => {
    const page = await openPage(t, url);
    const cells = rankedOf(of);
    const counted = of.differences[0]!;
    const head = await page.locator("h1").innerText();
    const best = Math.min(...cells.map(({ rank }) => rank?.[1] ?? Infinity));
    const first = cells.filter(({ rank }) => rank?.[1] === best).map(({ target }) => target);
    assert.ok(
      first.slice(0, 8).every((target) => head.includes(target)),
      head,
    );
    const numbers = [counted.decided, counted.ties.length, counted.undecided.length];
    const counts =
      /: (\d+) decided, (\d+) ties? \(within ± 5 %\), (\d+) undecided/.exec(head) ?? [];
    assert.deepEqual(counts.slice(1).map(Number), numbers);
    // All of it is visible without scrolling.
    const box = await page.locator("h1").boundingBox();
    assert.ok(box && box.y + box.height < 900);
    const words = await page.locator("main").innerText();
    assert.match(words, /about \d+ more rounds? of each/);
    assert.match(words, /Noise check passed: node-http\/node against itself shows no difference/);
  });
}

test("runtimes and frameworks are filtered in every table, and a link keeps the filter", async (t) => {
  const page = await openPage(t, report);
  await page.getByLabel("Bun").uncheck();
  assert.ok((await names(page)).every((name) => !name.endsWith("/bun")));
  await page.getByLabel("Only these frameworks").fill("koa express");
  const shown = await names(page);
  assert.deepEqual(shown.length, 4);
  assert.ok(shown.every((name) => /^(koa|express)\/(node|deno)$/.test(name)));
  assert.match(await page.locator("output").innerText(), /Showing 4 of 21 targets/);
  await unfold(page);
  const others = await page.locator("table.load tbody tr:visible .name").allInnerTexts();
  assert.ok(others.length > 0 && others.every((name) => /^(koa|express)\//.test(name)));
  assert.match(page.url(), /\?only=koa,express&without=bun$/);
  const again = await openPage(t, page.url());
  assert.deepEqual(await names(again), shown);
});

test("any column sorts, by keyboard too, and the third press restores the order", async (t) => {
  const page = await openPage(t, report);
  const standing = await names(page);
  const heading = (name: string) => ranking(page).locator("thead button", { hasText: name });
  await heading("target").focus();
  await page.keyboard.press("Enter");
  assert.deepEqual(await names(page), standing.toSorted());
  assert.equal(await ranking(page).locator("th").first().getAttribute("aria-sort"), "ascending");
  await page.keyboard.press("Enter");
  assert.deepEqual(await names(page), standing.toSorted().toReversed());
  await page.keyboard.press("Enter");
  assert.deepEqual(await names(page), standing);
  for (const column of ["to node:http", "µs per request", "overhead, µs", "n"]) {
    await heading(column).first().click();
    assert.equal(await ranking(page).locator("th[aria-sort]").count(), 1);
  }
  await heading("µs per request").click();
  const each = await ranking(page).locator("tbody tr td:nth-of-type(3)").allInnerTexts();
  const times = each.map((text) => Number(text.split(" ")[0]));
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
  // Words come after metrics.
  await heading("overhead, µs").click();
  const over = await ranking(page).locator("tbody tr td:nth-of-type(4)").allInnerTexts();
  assert.ok(
    over.slice(-3).every((text) => text === "floor"),
    over.join(),
  );
});

test("every table has a row for each target, and draws its metrics", async (t) => {
  const page = await openPage(t, report);
  await unfold(page);
  const first = page.locator("article").first();
  const marks: Record<string, number> = {};
  for (const kind of ["ranking", "rates", "load", "latency", "footprint"]) {
    marks[kind] = await first.locator(`table.${kind} td.bar use:visible`).count();
  }
  const targets = rankedOf(result).length;
  assert.deepEqual(marks, {
    ranking: targets,
    rates: 3 * result.cells.filter(({ cost }) => cost).length,
    load: 4 * targets,
    latency: 4 * targets,
    footprint: 3 * targets,
  });
  const all = await page.locator("main").innerText();
  assert.match(all, /uws\/node[^]*glibc >= 2\.38[^]*Retired[^]*gone is gone from npm/);
  assert.match(all, /Does the scenario change the order\?/);
});

test("measures that were not taken have no table", async (t) => {
  const bare = structuredClone(result);
  for (const cell of bare.cells) {
    Object.assign(cell, { sweep: [], openLoop: [], cost: null, memory: null, startup: null });
  }
  bare.cells = bare.cells.filter((cell) => cell.rank !== null && cell.scenario === "text");
  bare.retired = [];
  delete bare.order;
  const page = await openPage(t, write("bare.html", bare));
  assert.deepEqual(await page.locator("article summary").allInnerTexts(), [
    "text: ties and undecided pairs",
    "text: every round",
  ]);
  assert.deepEqual(await page.locator("nav a").allInnerTexts(), ["text"]);
});

test("the colour scheme follows the system", async (t) => {
  const page = await openPage(t, report, { colorScheme: "dark" });
  const paper = () => page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
  assert.equal(await paper(), "rgb(19, 21, 24)");
  await page.emulateMedia({ colorScheme: "light" });
  assert.equal(await paper(), "rgb(252, 251, 248)");
});

for (const width of [1280, 375]) {
  test(`${width} pixels need no scrolling sideways, with everything unfolded, of any size`, async (t) => {
    for (const url of [report, report47, hostileReport]) {
      const page = await openPage(t, url, { viewport: { width, height: 812 } });
      await unfold(page);
      const needed = await page.evaluate<number>("document.scrollingElement.scrollWidth");
      assert.ok(needed <= width, `${url}: ${needed} of ${width} pixels`);
    }
  });
}

test("without JavaScript every table is readable, and no control is dead", async (t) => {
  const page = await openPage(t, report, { javaScriptEnabled: false });
  assert.equal(await page.locator("table.ranking:visible").count(), 3);
  assert.equal(await page.locator("button:visible, input:visible").count(), 0);
  const ratio = result.cells.find((c) => c.target === "hono/bun" && c.scenario === "text")
    ?.efficiency?.toNodeHttp;
  const text = await ranking(page).locator("tr", { hasText: "hono/bun" }).innerText();
  for (const value of [ratio?.ratio, ratio?.lo, ratio?.hi])
    assert.ok(text.includes((value ?? 0).toFixed(3)), text);
  assert.ok((await ranking(page).locator("td.bar rect.outer").count()) > 2);
  await page.getByText("text: every round").click();
  assert.equal(await page.locator("table.every-round:visible").count(), 1);
  await page.getByText("text: warnings, and what was not measured").click();
  assert.match(await page.locator("article").first().innerText(), /TypeError/);
});

test("hostile names stay text: nothing runs, nothing is fetched, and all names are readable", async (t) => {
  const page = await openPage(t, hostileReport);
  await unfold(page);
  const text = await page.locator("main").innerText();
  assert.ok(text.includes(`<img src=x onerror="window.pwned=1">/bun`), text.slice(0, 2000));
  for (const button of await ranking(page).locator("thead button").all()) await button.click();
  assert.equal(await page.evaluate("window.pwned"), undefined);
  assert.equal(await page.locator("main img, main script, main style").count(), 0);
});

testFaultless("a report with everything unfolded", async (t, screen) => {
  const few = generatedResult({ ...small, frameworks: 3, scenarios: ["text", "pg"] });
  const page = await openPage(t, write("few.html", atFixedRates(few)), screen);
  await unfold(page);
  return page;
});
