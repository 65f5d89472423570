import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test, type TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import axe, { type AxeResults } from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { readResult } from "deadheat/parts";
import { root } from "../src/targets/project.ts";
import { changesBetween, type Result } from "@deadheat/judge";
import { renderChangesHtml, renderHtml } from "@deadheat/report";
import { formatRank } from "@deadheat/judge/known";
import { launchChromium } from "./browser.ts";
import { generatedResult, small } from "../../packages/judge/test/generated-result.ts";
import { attacks, hostile } from "../../packages/report/test/hostile-result.ts";

const folder = mkdtempSync(join(tmpdir(), "deadheat-report-"));
const result = atFixedRates(generatedResult(small));
const published47 = join(root, "results/published/xeon-2cpu-vm/2026-11-25-frameworks/result.json");
let browser: Browser;
let report: string;
let hostileReport: string;
/** A run of 47 targets on a restless machine: many pairs are undecided, and some cells are very wide. */
let result47: Result;
/** The cells of that run in the first scenario, which the page shows. */
let cells47: Result["cells"];
let report47: string;

before(async () => {
  report = write("report.html", result);
  hostileReport = write("hostile.html", atFixedRates(hostile()));
  result47 = readResult(published47);
  cells47 = result47.cells.filter(({ scenario }) => scenario === "text");
  report47 = write("47.html", result47);
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

const views = [
  "compare",
  "order",
  "runtimes",
  "cost",
  "rates",
  "load",
  "latency",
  "footprint",
  "stores",
  "missing",
];

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
    const cost = { reference: of.floors[cell.runtime], idle: 2e-4, rates, blocks: [] };
    return cell.scenario === of.cells[0]?.scenario ? { ...cell, cost } : cell;
  });
  const blocks = { cell: 5, bridge: 5, aa: 5 };
  const settings = { blocks, idleSeconds: 1, capacitySeconds: 1, stepSeconds: 1 };
  return {
    ...of,
    cells,
    run: { ...of.run, cost: { rates: [200, 1000], fractions: [0.2], ...settings } },
  };
}

/** Opens the report in a page, which must neither print to the console nor send a request. */
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

test("the ranking is shown from a file, without requests or console output", async (t) => {
  const page = await open(t, report);
  const ranked = result.cells.filter((cell) => cell.scenario === "text" && cell.rank !== null);
  assert.deepEqual(
    await names(page),
    ranked.map((cell) => cell.target),
  );
  const [best] = ranked;
  assert.ok(best?.rank);
  const first = await rows(page).first().innerText();
  assert.ok(first.startsWith(formatRank(best.rank)), first);
  assert.match(first, /\d\.\d{3}\s*\[\d\.\d{3}, \d\.\d{3}\]/);
});

test("the cost of a request at each rate is a table, the cheapest first", async (t) => {
  const page = await open(t, report);
  await page.locator("#view-rates").click();
  const tables = page.locator(".rates table");
  assert.deepEqual(await page.locator(".rates h3").allInnerTexts(), [
    "200 requests/s",
    "1,000 requests/s",
    "20 % of what the runtime's floor answers alone",
  ]);
  assert.equal(await tables.count(), 3);
  const cells = result.cells.filter(({ cost }) => cost);
  const first = tables.first().locator("tbody tr");
  assert.equal(await first.count(), cells.length);
  const best = cells.findLast(({ cost, target }) => cost?.reference !== target);
  const texts = await first.allInnerTexts();
  const shown = texts.slice(0, 4).join();
  assert.ok(shown.includes(best?.target ?? "?"), shown);
});

for (const [size, of, url] of [
  ["few", () => result, () => report],
  ["47", () => result47, () => report47],
] as const) {
  test(`the first screen says exactly what is proven of ${size} targets`, async (t) => {
    const page = await open(t, url());
    const cells = of().cells.filter(({ scenario, rank }) => scenario === "text" && rank !== null);
    const [counted] = of().differences;
    assert.ok(counted);
    const head = await page.locator("h1").innerText();
    const [, among, count] = /certainly among the first (\d+) of (\d+)/i.exec(head) ?? [];
    assert.equal(Number(count), cells.length, head);
    const best = Math.min(...cells.map(({ rank }) => rank?.[1] ?? Infinity));
    assert.equal(Number(among), best);
    const first = cells.filter(({ rank }) => rank?.[1] === best).map(({ target }) => target);
    assert.deepEqual(await page.locator("h1 .name").allInnerTexts(), first);
    assert.deepEqual(
      (await page.locator(".pairs li b").allInnerTexts()).map((text) =>
        Number(text.replace(",", "")),
      ),
      [counted.decided, counted.deadHeats.length, counted.undecided.length],
    );
    const words = await page.locator(".summary").innerText();
    assert.match(words, /proven to be equal within ± 5 %/);
    assert.match(words, /about \d+ more blocks? of each/);
    assert.match(words, /node-http\/node against itself\s+± \d/);
    // All of it is visible without scrolling.
    const box = await page.locator(".summary").boundingBox();
    assert.ok(box && box.y + box.height < 900);
  });
}

test("each rank is drawn from its first to its last place", async (t) => {
  const page = await open(t, report47);
  const ranks = new Map(cells47.map(({ target, rank }) => [target, rank]));
  const drawn = await page.locator("tr[data-row]").evaluateAll(placesDrawn);
  assert.equal(drawn.length, 47);
  for (const { target, text, from, to } of drawn) {
    const [first, last] = ranks.get(target) ?? [0, 0];
    assert.equal(text, formatRank([first, last]));
    assert.ok(Math.abs(from * 47 - (first - 1)) < 0.1, `${target} from ${from}`);
    assert.ok(Math.abs(to * 47 - last) < 0.1, `${target} to ${to}`);
  }
});

interface Box {
  readonly left: number;
  readonly right: number;
  readonly width: number;
}
interface Drawn {
  readonly textContent: string | null;
  readonly firstChild: Drawn | null;
  getAttribute(name: string): string | null;
  querySelector(selector: string): Drawn;
  getBoundingClientRect(): Box;
}

/** Runs in the page. Returns each row's rank, and the shares of the column's width where it begins and ends. */
function placesDrawn(all: unknown[]) {
  return (all as Drawn[]).map((row) => {
    const room = row.querySelector("td.places svg").getBoundingClientRect();
    const bar = row.querySelector("td.places rect").getBoundingClientRect();
    return {
      target: row.getAttribute("data-row") ?? "",
      text: row.querySelector("td.rank").firstChild?.textContent,
      from: (bar.left - room.left) / room.width,
      to: (bar.right - room.left) / room.width,
    };
  });
}

test("a wide cell is marked beside its name, on a phone too", async (t) => {
  const page = await open(t, report47, { viewport: { width: 375, height: 812 } });
  const wide = cells47.filter(
    ({ rank, warnings }) => rank !== null && warnings.some(({ code }) => code === "wide"),
  );
  assert.ok(wide.length > 10);
  const told = page.locator("tr.vague", { has: page.locator(".target .warning:visible") });
  assert.deepEqual(
    await told.evaluateAll((all) =>
      all.map((row) => row.getAttribute("data-row") ?? "").toSorted(),
    ),
    wide.map(({ target }) => target).toSorted(),
  );
});

test("targets share a letter if the result has proven a tie, and only then", async (t) => {
  const page = await open(t, report);
  const cells = result.cells.filter(({ scenario, rank }) => scenario === "text" && rank !== null);
  assert.ok(cells.some(({ tieGroup }) => tieGroup.length > 0));
  assert.deepEqual(
    await page.locator("tr[data-row] td.tie").allInnerTexts(),
    cells.map(({ tieGroup }) => tieGroup.join("")),
  );
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
  for (const column of ["rank", "cpu", "over", "n", "flags", "ratio"]) {
    await page.locator(`#sort-${column}`).click();
    assert.equal(await page.locator("th[aria-sort]").count(), 1);
  }
  await page.locator("#sort-rank").click();
  assert.deepEqual(await names(page), standing);
});

test("the ranking can be by start and memory, the least first, and a link keeps the choice", async (t) => {
  const page = await open(t, report47);
  await page.locator("#by").selectOption("memory-idle");
  const table = page.locator("table.by-figure");
  const ratios = await table.locator("tbody tr td:nth-of-type(3)").allInnerTexts();
  assert.ok(ratios.length > 10);
  const numbers = ratios.map(Number);
  assert.ok(numbers[0]! < numbers.at(-1)!, ratios.join());
  assert.match(page.url(), /by=memory-idle/);
  assert.equal(await page.locator("table.ranking").count(), 0);
  await page.locator("#by").selectOption("cpu");
  assert.equal(await page.locator("table.ranking").count(), 1);
});

test("any target can be the baseline of every ratio", async (t) => {
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
  const [{ deadHeats = [], undecided = [] } = {}] = result.differences;
  const decided = ["koa/node", "fetch/bun"] as const;
  const pairWhere = (is: (blocks: number | null) => boolean) =>
    undecided.find(({ blocks }) => is(blocks))?.targets ?? ["", ""];
  const decidable = pairWhere((blocks) => blocks !== null);
  const never = pairWhere((blocks) => blocks === null);
  const said = new Set<string>();
  for (const [a, b, word] of [
    [...decided, /^koa\/node is slower than fetch\/bun: it serves \d+ % fewer/],
    [decided[1], decided[0], /^fetch\/bun is faster than koa\/node: it serves \d+ % more/],
    [...(deadHeats[0] ?? ["", ""]), /^Dead heat: .* proven to be equal within ± 5 %/],
    [...decidable, /^Undecided: .* about \d+ more blocks? of each/],
    [...never, /^Undecided: .* More blocks alone would hardly decide it/],
  ] as const) {
    await page.locator("#a").selectOption(a);
    await page.locator("#b").selectOption(b);
    const sentence = await page.locator(".sentence").innerText();
    assert.match(sentence, word);
    assert.match(sentence, /\d\.\d{3} \[\d\.\d{3}, \d\.\d{3}\]/);
    said.add(
      (await page.locator(".comparison tbody td:last-child").first().innerText()).split(";")[0] ??
        "",
    );
  }
  assert.deepEqual([...said].toSorted(), ["dead heat", "faster", "slower", "undecided"]);
});

test("a link shows the same view", async (t) => {
  const page = await open(t, report);
  await page.locator("#scenario").selectOption("json");
  await page.locator("#base").selectOption("hono/deno");
  await page.locator("#runtime-node").click();
  await page.locator("#sort-over").click();
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
  await page.locator('[id="cell-koa/node"]').focus();
  await page.keyboard.press("Enter");
  await page.locator("dialog[open]").waitFor();
  const blocks = result.cells.find((cell) => cell.target === "koa/node")?.efficiency?.toFloor
    .blocks;
  assert.equal(await page.locator("dialog .blocks tbody tr").count(), blocks?.length);
  const facts = await page.locator("dialog").innerText();
  assert.match(facts, /measured 2026-11-20 08:00 UTC/);
  assert.match(facts, /Rank \d+(-\d+)? of 21; undecided with \d+/);
  assert.match(facts, /below \d(\.\d)? % would probably have been missed/);
  assert.match(page.url(), /cell=koa\/node/);
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.equal(await page.evaluate("document.activeElement.id"), "cell-koa/node");
  await page.locator('[id="cell-koa/node"]').click();
  await page.locator("#cell-base").click();
  assert.equal(await page.locator("#base").inputValue(), "koa/node");
});

test("pointing at a row shows its dead heats, and decided rows fade", async (t) => {
  const page = await open(t, report);
  const ranked = result.cells.filter((cell) => cell.scenario === "text" && cell.rank !== null);
  const [{ deadHeats = [], undecided = [] } = {}] = result.differences;
  const target = deadHeats[0]?.[0] ?? "";
  const others = (pairs: readonly (readonly [string, string])[]) =>
    pairs.filter((pair) => pair.includes(target)).map(([a, b]) => (a === target ? b : a));
  const [tied, stillOpen] = [others(deadHeats), others(undecided.map(({ targets }) => targets))];
  await page.locator(`tr[data-row="${target}"]`).hover();
  const marked = (kind: string) =>
    page
      .locator(`tr.${kind}`)
      .evaluateAll((all) => all.map((row) => row.getAttribute("data-row") ?? "").toSorted());
  assert.deepEqual(await marked("tied"), [target, ...tied].toSorted());
  const apart = ranked
    .map((cell) => cell.target)
    .filter((name) => ![target, ...tied, ...stillOpen].includes(name));
  assert.deepEqual(await marked("apart"), apart.toSorted());
});

test("every view has a row for each target, and draws its figures", async (t) => {
  const page = await open(t, report);
  const marks: Record<string, number> = {};
  for (const view of views) {
    await page.locator(`#view-${view}`).click();
    marks[view] = await page.locator("#view td.bar use:visible").count();
    if (view === "missing") continue;
    assert.ok((await page.locator("#view table tbody tr").count()) > 0, view);
  }
  const targets = result.cells.filter(({ scenario, rank }) => scenario === "text" && rank).length;
  const rates = 3 * result.cells.filter(({ cost }) => cost).length;
  assert.deepEqual(marks, {
    compare: 3,
    order: 0,
    runtimes: targets,
    cost: targets - Object.keys(result.floors).length,
    rates,
    load: 4 * targets,
    latency: 4 * targets,
    footprint: 3 * targets,
    stores: 0,
    missing: 0,
  });
  const missing = await page.locator("#view").innerText();
  assert.match(missing, /uws\/node[^]*glibc >= 2\.38[^]*Retired[^]*gone is gone from npm/);
});

test("measures that were not taken have no view", async (t) => {
  const bare = structuredClone(result);
  for (const cell of bare.cells) {
    Object.assign(cell, { sweep: [], openLoop: [], cost: null, memory: null, startup: null });
  }
  bare.cells = bare.cells.filter((cell) => cell.rank !== null && cell.scenario !== "pg");
  bare.retired = [];
  delete bare.order;
  bare.spreads = [];
  const page = await open(t, write("bare.html", bare));
  const shown = await page
    .locator("nav button")
    .evaluateAll((all) => all.map((button) => button.id));
  assert.deepEqual(shown, ["view-ranking", "view-compare", "view-runtimes", "view-cost"]);
});

test("the colour scheme follows the system and a button", async (t) => {
  const page = await open(t, report, { colorScheme: "dark" });
  const paper = () => page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
  assert.equal(await paper(), "rgb(19, 21, 24)");
  await page.emulateMedia({ colorScheme: "light" });
  assert.equal(await paper(), "rgb(252, 251, 248)");
  await page.locator("#theme").click();
  assert.equal(await paper(), "rgb(19, 21, 24)");
  const dark = await open(t, report, { colorScheme: "dark" });
  assert.equal(await dark.locator("#theme").innerText(), "Light");
  await dark.locator("#theme").click();
  assert.equal(
    await dark.evaluate("getComputedStyle(document.body).backgroundColor"),
    "rgb(252, 251, 248)",
  );
});

for (const width of [1280, 375]) {
  test(`${width} pixels need no scrolling sideways, in any view, of any size`, async (t) => {
    const viewport = { width, height: 812 };
    const fits = async (page: Page, what: string) => {
      const [needed, has] = await page.evaluate<[number, number]>(
        "[document.scrollingElement.scrollWidth, innerWidth]",
      );
      assert.ok(needed <= has && has === width, `${what}: ${needed} of ${width} pixels`);
    };
    for (const url of [report, report47, hostileReport]) {
      const page = await open(t, url, { viewport });
      const shown = await page.locator("nav button").evaluateAll((all) => all.map(({ id }) => id));
      for (const id of shown) {
        await page.goto(`${url}#view=${id.replace("view-", "")}`);
        await page.locator(`#${id}[aria-current]`).waitFor();
        await fits(page, `${url} ${id}`);
      }
      // No figure is hidden beyond the edge.
      await page.goto(`${url}#view=ranking`);
      await page.locator("#view-ranking[aria-current]").waitFor();
      const edges = await page
        .locator("td.ratio small:visible")
        .evaluateAll((all) =>
          (all as unknown as Drawn[]).map((each) => each.getBoundingClientRect().right),
        );
      const room = await page.locator("table.ranking").boundingBox();
      assert.ok(room && Math.max(...edges) <= room.x + room.width, `${url}: ${Math.max(...edges)}`);
      const quiet = await open(t, url, { viewport, javaScriptEnabled: false });
      await fits(quiet, `${url} without JavaScript`);
    }
    const page = await open(t, `${report}#cell=hono/bun`, { viewport });
    await page.locator("dialog[open]").waitFor();
    assert.ok(
      (await page.evaluate<number>("document.querySelector('dialog').scrollWidth")) <= width,
    );
  });
}

test("without JavaScript the ranking, intervals and ranks of every scenario are readable", async (t) => {
  const page = await open(t, report, { javaScriptEnabled: false });
  const tables = page.locator("table.ranking:visible");
  assert.equal(await tables.count(), 3);
  const cell = result.cells.find((c) => c.target === "hono/bun" && c.scenario === "text");
  const ratio = cell?.efficiency?.toNodeHttp;
  const text = await tables.first().locator("tr", { hasText: "hono/bun" }).innerText();
  for (const value of [ratio?.ratio, ratio?.lo, ratio?.hi])
    assert.ok(text.includes((value ?? 0).toFixed(3)), text);
  assert.equal(await tables.first().locator("td.places rect").count(), 21);
  assert.ok((await tables.first().locator("td.bar rect.outer").count()) > 2);
  const body = await page.locator("body").innerText();
  assert.match(body, /came out as \d/);
  assert.match(body, /Scenario text\s+Certainly among the first \d+ of 21: /);
  assert.match(await page.locator(".missing").first().innerText(), /TypeError/);
});

test("hostile names stay text: nothing runs, nothing is fetched, and all names are readable", async (t) => {
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

test("two runs side by side show changes first, without a script", async (t) => {
  const later = structuredClone(result);
  for (const cell of later.cells) {
    const slower = cell.target === "hono/node" && cell.scenario === "text" ? 0.8 : 1;
    for (const block of cell.efficiency?.toFloor.blocks ?? []) {
      block.startedAt = `later ${block.startedAt}`;
      if (block.sides) block.sides.new.good *= slower;
    }
  }
  const file = join(folder, "changes.html");
  writeFileSync(file, renderChangesHtml(changesBetween(result, later)));
  const viewport = { width: 375, height: 812 };
  const page = await open(t, pathToFileURL(file).href, { javaScriptEnabled: false, viewport });
  assert.ok((await page.evaluate<number>("document.scrollingElement.scrollWidth")) <= 375);
  assert.match(await page.locator("h1").innerText(), /1 cell has changed/);
  assert.match(
    await page.locator("tbody tr").first().innerText(),
    /hono\/node[^]*0\.800[^]*slower/,
  );
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe-core finds no problem in any view, ${colorScheme}`, async (t) => {
    const page = await open(t, report, { colorScheme });
    // The debugger runs this, because the page's policy does not apply to it.
    await page.evaluate(axe.source);
    for (const view of ["ranking", ...views, "races"]) {
      if (view === "races") {
        await page.locator("#view-ranking").click();
        await page.locator('[id="cell-koa/node"]').click();
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
