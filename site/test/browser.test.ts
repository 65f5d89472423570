import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { assertFaultless, newContext, screens } from "../../bench/test/opened.ts";
import { kinds, open, served } from "./served.ts";

// Four at a time: a page mostly waits for its other process.
describe("a page", { concurrency: 4 }, () => {
  // Each kind on one of the screens. slow/ opens each on both.
  for (const [i, screen] of screens.entries()) {
    test(`no kind of page has a fault, ${screen.viewport.width} pixels, ${screen.colorScheme}`, async (t) => {
      const own = kinds.filter((_, place) => place % screens.length === i);
      for (const path of own) await assertFaultless(await open(t, path, screen));
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
    await page.getByRole("link", { name: "hono/bun", exact: true }).click();
    await page.waitForURL("**/compare/hono-bun/");
    await page.getByRole("link", { name: "elysia/bun", exact: true }).click();
    await page.waitForURL("**/compare/hono-bun/elysia-bun/");
    assert.match(await page.locator("h1").innerText(), /hono\/bun against elysia\/bun/);
  });
});

test("the first view is there within a second on a slow 4G connection", async (t) => {
  const context = await newContext(t, { viewport: { width: 375, height: 800 } });
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
