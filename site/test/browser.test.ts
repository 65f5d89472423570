import assert from "node:assert/strict";
import { after, before, test, type TestContext } from "node:test";
import axe, { type AxeResults } from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { launchChromium } from "../../bench/test/browser.ts";
import { serveFolder } from "../src/serve-folder.ts";
import { builtSite, pathsOf } from "./built.ts";

const site = builtSite();
let browser: Browser;
let served: Awaited<ReturnType<typeof serveFolder>>;

before(async () => {
  served = await serveFolder(site.out);
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  await served?.close();
  site.remove();
});

const paths = pathsOf(site.out);
/** One page of each kind. */
const kinds = [
  "/",
  "/ranking/",
  "/ranking/text/",
  "/ranking/text/bun/",
  "/frameworks/",
  "/frameworks/hono/",
  "/runtimes/",
  "/runtimes/deno/",
  "/compare/",
  "/compare/hono-bun/",
  "/compare/hono-bun/elysia-bun/",
  "/findings/",
  "/sure/",
  paths.find((path) => path.startsWith("/results/")) ?? "/",
];

/** Opens a page, which must send requests to its own host alone, and print nothing. */
async function open(
  t: TestContext,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const said: string[] = [];
  page.on("console", (message) => said.push(`${path}: ${message.text()}`));
  page.on("pageerror", (error) => said.push(`${path}: ${String(error)}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(served.url) && url !== "data:,") said.push(`request: ${url}`);
  });
  t.after(async () => {
    await context.close();
    assert.deepEqual(said, []);
  });
  await page.goto(new URL(path.slice(1), served.url).href);
  return page;
}

for (const [width, colorScheme] of [
  [1280, "light"],
  [375, "dark"],
] as const) {
  test(`axe finds nothing on any kind of page, and none is wider than ${width} pixels (${colorScheme})`, async (t) => {
    for (const path of kinds) {
      const page = await open(t, path, { viewport: { width, height: 800 }, colorScheme });
      const wide = Number(await page.evaluate("document.documentElement.scrollWidth"));
      assert.ok(wide <= width, `${path} is ${wide} pixels wide`);
      // The page's own policy lets no script in but the site's. DevTools may still evaluate one.
      await page.evaluate(axe.source);
      const { violations } = (await page.evaluate("axe.run()")) as AxeResults;
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${path}: ${id}: ${nodes.map((node) => node.html)[0]}`),
        [],
      );
    }
  });
}

test("without JavaScript every kind of page has its content, and no dead control", async (t) => {
  for (const path of kinds) {
    const page = await open(t, path, { javaScriptEnabled: false });
    assert.ok((await page.locator("main").innerText()).length > 100, path);
    assert.equal(await page.locator("form:visible, button:visible").count(), 0, path);
  }
  const page = await open(t, "/ranking/text/", { javaScriptEnabled: false });
  await page.getByRole("navigation", { name: "Runtimes" }).getByText("Bun").click();
  assert.match(page.url(), /\/ranking\/text\/bun\/$/);
  const rows = await page.locator("table.ranking tbody tr").allInnerTexts();
  assert.ok(rows.length > 0 && rows.every((row) => row.includes("/bun")));
});

test("the filter of a ranking is in its address, and the address brings it back", async (t) => {
  const page = await open(t, "/ranking/text/");
  await page.getByLabel("Only these frameworks").fill("hono express");
  await page.waitForURL("**/ranking/text/?only=hono,express");
  const shown = await page.locator("table.ranking tbody tr:visible").allInnerTexts();
  assert.ok(shown.length > 0 && shown.every((row) => /hono|express/.test(row)));
  const again = await open(t, "/ranking/text/?only=hono");
  const rows = await again.locator("table.ranking tbody tr:visible").allInnerTexts();
  assert.ok(rows.length > 0 && rows.every((row) => row.includes("hono")));
});

test("two targets are compared under an address of their names", async (t) => {
  const page = await open(t, "/compare/");
  await page.locator("select[name=a]").selectOption("hono-bun");
  await page.locator("select[name=b]").selectOption("elysia-bun");
  await page.getByRole("button", { name: "Compare" }).click();
  await page.waitForURL("**/compare/hono-bun/elysia-bun/");
  assert.match(await page.locator("h1").innerText(), /hono\/bun against elysia\/bun/);
});

test("the first view is there within a second on a slow 4G connection", async (t) => {
  const context = await browser.newContext({ viewport: { width: 375, height: 800 } });
  t.after(() => context.close());
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  // Lighthouse's slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms for a round trip.
  const bytes = (kilobits: number) => (kilobits * 1000) / 8;
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: bytes(1638.4),
    uploadThroughput: bytes(750),
  });
  const times: number[] = [];
  for (let i = 0; i < 3; i++) {
    await session.send("Network.clearBrowserCache");
    await page.goto(served.url);
    times.push(await firstPaint(page));
  }
  const best = Math.min(...times);
  t.diagnostic(
    `first contentful paint after ${times.map((ms) => `${Math.round(ms)} ms`).join(", ")}`,
  );
  assert.ok(best < 1000, `${best} ms`);
});

async function firstPaint(page: Page): Promise<number> {
  for (;;) {
    const found = await page.evaluate(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? null,
    );
    if (found !== null) return found;
    await page.waitForTimeout(20);
  }
}
