import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test, type TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import axe, { type AxeResults } from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { changesBetween } from "../src/report/changes.ts";
import { renderChangesHtml } from "../src/report/html/changes-document.ts";
import { renderHtml } from "../src/report/html/document.ts";
import type { Result } from "../src/result.ts";
import { launchChromium } from "./browser.ts";
import { generatedResult, small } from "./generated-result.ts";
import { attacks, hostile } from "./hostile-result.ts";

const folder = mkdtempSync(join(tmpdir(), "deadheat-report-"));
const result = generatedResult(small);
let browser: Browser;
let report: string;
let hostileReport: string;

before(async () => {
  report = write("report.html", result);
  hostileReport = write("hostile.html", hostile());
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, of: Result): string {
  const file = join(folder, name);
  writeFileSync(file, renderHtml(of));
  return pathToFileURL(file).href;
}

const views = ["compare", "runtimes", "cost", "load", "latency", "footprint", "stores", "missing"];

/** A page that has shown the report, and must not have said anything, nor asked for anything. */
async function open(
  t: TestContext,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const said: string[] = [];
  page.on("console", (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => said.push(String(error)));
  page.on("dialog", (dialog) => said.push(`dialog: ${dialog.message()}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(url.split("#")[0] as string) && request.url() !== "data:,")
      said.push(`request: ${request.url()}`);
  });
  t.after(async () => {
    await context.close();
    assert.deepEqual(said, []);
  });
  await page.goto(url);
  if (options.javaScriptEnabled !== false) await page.locator("nav").waitFor();
  return page;
}

const rows = (page: Page) => page.locator("tr[data-row]");
const names = (page: Page) =>
  rows(page).evaluateAll((all) => all.map((row) => row.getAttribute("data-row") ?? ""));

test("the ranking is there, from the disk, without a request or a word on the console", async (t) => {
  const page = await open(t, report);
  const ranked = result.cells.filter((cell) => cell.scenario === "text" && cell.rank !== null);
  assert.deepEqual(
    await names(page),
    ranked.map((cell) => cell.target),
  );
  assert.match(await page.locator("h1").innerText(), /dead heat for first place/i);
  assert.match(await page.locator(".summary").innerText(), /of 210 pairs tie/);
  const first = await rows(page).first().innerText();
  assert.match(first, /=1/);
  assert.match(first, /\d\.\d{3}\s*\[\d\.\d{3}, \d\.\d{3}\]/);
});

test("runtimes and frameworks are filtered", async (t) => {
  const page = await open(t, report);
  await page.locator("#runtime-bun").click();
  assert.ok((await names(page)).every((name) => !name.endsWith("/bun")));
  assert.equal(await page.locator("#runtime-bun").getAttribute("aria-pressed"), "false");
  await page.locator("#frameworks-summary").click();
  await page.locator("#framework-hono").uncheck();
  const left = await names(page);
  assert.equal(left.length, 12);
  assert.ok(left.every((name) => !name.startsWith("hono/")));
  assert.match(await page.locator("[role=status]").innerText(), /Showing 12 of 21 targets/);
  await page.locator("#frameworks-all").click();
  await page.locator("#runtime-bun").click();
  assert.equal((await names(page)).length, 21);
});

test("any column sorts, by keyboard too, and the focus stays", async (t) => {
  const page = await open(t, report);
  const standing = await names(page);
  await page.locator("#sort-target").focus();
  await page.keyboard.press("Enter");
  assert.deepEqual(await names(page), standing.toSorted());
  assert.equal(await page.evaluate("document.activeElement.id"), "sort-target");
  assert.equal(
    await page.locator("th.target[aria-sort]").first().getAttribute("aria-sort"),
    "ascending",
  );
  await page.keyboard.press("Enter");
  assert.deepEqual(await names(page), standing.toSorted().toReversed());
  for (const column of ["rank", "floor", "cpu", "n", "flags", "ratio"]) {
    await page.locator(`#sort-${column}`).click();
    assert.equal(await page.locator("th[aria-sort]").count(), 1);
  }
  assert.deepEqual(await names(page), standing);
});

test("any target is the baseline, and every ratio is then to it", async (t) => {
  const page = await open(t, report);
  await page.locator("#base").selectOption("koa/bun");
  const ratio = async (target: string) => {
    const text = await page.locator(`tr[data-row="${target}"] td.ratio`).innerText();
    return Number(text.split(/\s|\[/)[0]);
  };
  assert.equal(await ratio("koa/bun"), 1);
  const toFloor = (target: string) =>
    result.cells.find((cell) => cell.target === target && cell.scenario === "text")?.efficiency
      ?.toFloor.ratio ?? 0;
  const expected = toFloor("hono/bun") / toFloor("koa/bun");
  assert.ok(Math.abs((await ratio("hono/bun")) - expected) < 0.0006);
  assert.match(await page.locator(".legend").innerText(), /relative to koa\/bun/);
});

test("two targets are compared in a sentence, with the result's own verdict", async (t) => {
  const page = await open(t, report);
  await page.locator("#view-compare").click();
  const letters = new Map(
    result.cells
      .filter((cell) => cell.scenario === "text")
      .map((cell) => [cell.target, cell.tieGroup]),
  );
  const dead = (a: string, b: string) =>
    letters.get(a)?.some((letter) => letters.get(b)?.includes(letter)) === true;
  for (const [a, b] of [
    ["koa/bun", "fetch/bun"],
    ["hono/bun", "fetch/deno"],
    ["hono/node", "hono/bun"],
  ] as const) {
    await page.locator("#a").selectOption(a);
    await page.locator("#b").selectOption(b);
    const sentence = await page.locator(".sentence").innerText();
    assert.match(sentence, dead(a, b) ? /are in a dead heat/ : /is faster than/, `${a} ${b}`);
    assert.match(sentence, /\d\.\d{3} \[\d\.\d{3}, \d\.\d{3}\]/);
  }
});

test("a link shows the same view", async (t) => {
  const page = await open(t, report);
  await page.locator("#scenario").selectOption("json");
  await page.locator("#base").selectOption("hono/deno");
  await page.locator("#runtime-node").click();
  await page.locator("#sort-floor").click();
  await page.locator("#theme").click();
  const url = page.url();
  assert.match(url, /#/);
  const seen = await page.locator("main").innerHTML();
  const other = await open(t, url);
  assert.equal(await other.locator("main").innerHTML(), seen);
  assert.equal(await other.locator("html").getAttribute("data-theme"), "dark");
  await other.goto(`${report}#view=cost`);
  await other.locator("#view-cost[aria-current]").waitFor();
});

test("a target's name opens its races; Escape closes them and gives the focus back", async (t) => {
  const page = await open(t, report);
  await page.locator('[data-cell="koa/node"]').focus();
  await page.keyboard.press("Enter");
  await page.locator("dialog[open]").waitFor();
  const blocks = result.cells.find((cell) => cell.target === "koa/node")?.efficiency?.toFloor
    .blocks;
  assert.equal(await page.locator("dialog .blocks tbody tr").count(), blocks?.length);
  assert.match(await page.locator("dialog").innerText(), /measured 2026-11-20 08:00 UTC/);
  assert.match(page.url(), /cell=koa\/node/);
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.equal(await page.evaluate("document.activeElement.dataset.cell"), "koa/node");
  await page.locator('[data-cell="koa/node"]').click();
  await page.locator("#cell-base").click();
  assert.equal(await page.locator("#base").inputValue(), "koa/node");
});

test("pointing at a row shows whom it is tied with", async (t) => {
  const page = await open(t, report);
  const cells = result.cells.filter((cell) => cell.scenario === "text" && cell.rank !== null);
  const [first] = cells;
  await rows(page).first().hover();
  const tied = await page
    .locator("tr.tied")
    .evaluateAll((all) => all.map((row) => row.getAttribute("data-row")));
  const expected = cells.filter((cell) =>
    cell.tieGroup.some((letter) => first?.tieGroup.includes(letter)),
  );
  assert.deepEqual(
    tied,
    expected.map((cell) => cell.target),
  );
});

test("every view draws something, and has its figures as a table", async (t) => {
  const page = await open(t, report);
  for (const view of views) {
    await page.locator(`#view-${view}`).click();
    const charts = await page.locator(".chart canvas").evaluateAll(paintedPixels);
    if (["compare", "missing"].includes(view)) continue;
    assert.ok(charts.length > 0, view);
    for (const pixels of charts) assert.ok(pixels > 500, `${view}: ${pixels} painted pixels`);
    assert.ok((await page.locator("figure table tbody tr").count()) > 0, view);
  }
  const missing = await page.locator("#view").innerText();
  assert.match(missing, /uws\/node[^]*glibc >= 2\.38[^]*Retired[^]*gone is gone from npm/);
});

interface Canvas {
  readonly width: number;
  readonly height: number;
  getContext(kind: "2d"): {
    getImageData(x: number, y: number, w: number, h: number): { data: Uint8ClampedArray };
  };
}

/** Runs in the page: how many pixels of each canvas are not transparent. */
function paintedPixels(all: unknown[]): number[] {
  return (all as Canvas[]).map((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let painted = 0;
    for (let i = 3; i < data.length; i += 4) if ((data[i] ?? 0) > 0) painted++;
    return painted;
  });
}

test("what was not measured has no view", async (t) => {
  const bare = structuredClone(result);
  for (const cell of bare.cells)
    Object.assign(cell, { sweep: [], openLoop: [], memory: null, startup: null });
  bare.cells = bare.cells.filter((cell) => cell.rank !== null && cell.scenario !== "pg");
  bare.retired = [];
  const page = await open(t, write("bare.html", bare));
  const shown = await page
    .locator("nav button")
    .evaluateAll((all) => all.map((button) => button.id));
  assert.deepEqual(shown, ["view-ranking", "view-compare", "view-runtimes", "view-cost"]);
});

test("dark and light follow the system, and a button", async (t) => {
  const page = await open(t, report, { colorScheme: "dark" });
  const paper = () => page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
  assert.equal(await paper(), "rgb(19, 21, 24)");
  await page.emulateMedia({ colorScheme: "light" });
  assert.equal(await paper(), "rgb(252, 251, 248)");
  await page.locator("#theme").click();
  assert.equal(await paper(), "rgb(19, 21, 24)");
});

test("a phone's width needs no scrolling sideways, in any view", async (t) => {
  const page = await open(t, report, { viewport: { width: 375, height: 812 } });
  for (const view of ["ranking", ...views]) {
    await page.goto(`${report}#view=${view}`);
    await page.locator(`#view-${view}[aria-current]`).waitFor();
    const width = await page.evaluate<number>("document.documentElement.scrollWidth");
    assert.ok(width <= 375, `${view}: ${width} pixels`);
  }
  await page.goto(`${report}#cell=hono/bun`);
  await page.locator("dialog[open]").waitFor();
  assert.ok((await page.evaluate<number>("document.querySelector('dialog').scrollWidth")) <= 375);
});

test("without JavaScript ranking, intervals and tie bands of every scenario can be read", async (t) => {
  const page = await open(t, report, { javaScriptEnabled: false });
  const tables = page.locator("table.ranking:visible");
  assert.equal(await tables.count(), 3);
  const cell = result.cells.find((c) => c.target === "hono/bun" && c.scenario === "text");
  const ratio = cell?.efficiency?.toNodeHttp;
  const text = await tables.first().locator("tr", { hasText: "hono/bun" }).innerText();
  for (const value of [ratio?.ratio, ratio?.lo, ratio?.hi])
    assert.ok(text.includes((value ?? 0).toFixed(3)), text);
  assert.ok((await tables.first().locator("td.ties path").count()) > 2);
  assert.ok((await tables.first().locator("td.bar rect.outer").count()) > 2);
  assert.match(await page.locator("body").innerText(), /came out as \d/);
  assert.match(await page.locator(".missing").first().innerText(), /TypeError/);
});

test("hostile names are names: nothing runs, nothing is fetched, all of it can be read", async (t) => {
  const page = await open(t, hostileReport);
  const text = await page.locator("main").innerText();
  assert.ok(text.includes(`<img src=x onerror="window.pwned=1">/bun`), text.slice(0, 2000));
  for (const view of ["ranking", ...views]) {
    await page.locator(`#view-${view}`).click();
    if (view === "ranking") await page.locator("tr[data-row] button").first().click();
    if (view === "ranking") await page.locator("#cell-close").click();
    if (view === "compare") {
      await page.locator("#a").selectOption(`${attacks[1]}/bun`);
      assert.match(
        await page.locator(".sentence").innerText(),
        /<\/script><script>window\.pwned=1/,
      );
    }
  }
  assert.equal(await page.evaluate("window.pwned"), undefined);
  assert.equal(await page.locator("main img, main script, main style").count(), 0);
  const quiet = await open(t, hostileReport, { javaScriptEnabled: false });
  assert.equal(await quiet.locator("main img, main script, main style").count(), 0);
});

test("two runs side by side: what changed comes first, without a script", async (t) => {
  const later = structuredClone(result);
  for (const cell of later.cells) {
    const slower = cell.target === "hono/node" && cell.scenario === "text" ? 0.8 : 1;
    for (const block of cell.efficiency?.toFloor.blocks ?? []) {
      block.startedAt = `later ${block.startedAt}`;
      if (block.sides) block.sides.target.good *= slower;
    }
  }
  const file = join(folder, "changes.html");
  writeFileSync(file, renderChangesHtml(changesBetween(result, later)));
  const page = await open(t, pathToFileURL(file).href, { javaScriptEnabled: false });
  assert.match(await page.locator("h1").innerText(), /1 cell has changed/);
  assert.match(
    await page.locator("tbody tr").first().innerText(),
    /hono\/node[^]*0\.800[^]*slower/,
  );
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe-core has nothing to say about any view, ${colorScheme}`, async (t) => {
    const page = await open(t, report, { colorScheme });
    // By the debugger, which the page's policy does not bind.
    await page.evaluate(axe.source);
    for (const view of ["ranking", ...views, "races"]) {
      if (view === "races") {
        await page.locator("#view-ranking").click();
        await page.locator('[data-cell="koa/node"]').click();
      } else {
        await page.locator(`#view-${view}`).click();
      }
      const { violations } = await page.evaluate<AxeResults>("axe.run()");
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`,
      );
      assert.deepEqual(found, [], view);
    }
  });
}
