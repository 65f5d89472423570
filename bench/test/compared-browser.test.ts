import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test, type TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import axe, { type AxeResults } from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { renderComparedHtml } from "@deadheat/report";
import { comparedRounds } from "../../packages/report/test/compared.ts";
import { launchChromium } from "./browser.ts";

const folder = mkdtempSync(join(tmpdir(), "deadheat-compared-"));
const file = join(folder, "report.html");
let browser: Browser;

const [one] = comparedRounds().document.comparisons;
const failed = { limit: 0.05, outcome: "failed", confidence: 0.975, moreRounds: null } as const;
const metrics = one!.metrics.map((own) => (own.metric === "cpu" ? { ...own, gate: failed } : own));
const warnings = [{ code: "foreign", message: "other processes took 8.0 % of the servers' CPU" }];

before(async () => {
  const comparisons = [{ ...one!, metrics, warnings }];
  const control = [{ ...one!, new: one!.base, ratio: 1, lo: 0.99, hi: 1.01 }];
  writeFileSync(file, renderComparedHtml(comparedRounds({ comparisons, control })));
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the page, which must neither print to the console nor send a request. */
async function open(t: TestContext, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("request", (request) => {
    if (!request.url().startsWith("file:") && request.url() !== "data:,") said.push(request.url());
  });
  t.after(async () => {
    await context.close();
    assert.deepEqual(said, []);
  });
  await page.goto(pathToFileURL(file).href);
  return page;
}

for (const width of [1280, 375]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`the page of a comparison has no fault that axe finds, ${width} pixels, ${colorScheme}`, async (t) => {
      const page = await open(t, { viewport: { width, height: 900 }, colorScheme });
      assert.equal(await page.evaluate("document.documentElement.scrollWidth"), width);
      await page.locator("summary").first().click();
      await page.evaluate(axe.source);
      const found = (await page.evaluate("axe.run()")) as AxeResults;
      const faults = found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
      assert.deepEqual(faults, []);
    });
  }
}

test("the intervals of all metrics are on one axis, and the gate is right of the change that it allows", async (t) => {
  const page = await open(t, { viewport: { width: 1280, height: 900 } });
  const bars = page.locator(".changes-axis").first().locator("td.bar");
  const centre = async (selector: string, row: number) => {
    const box = await bars.nth(row).locator(selector).first().boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0) / 2;
  };
  assert.equal(await bars.count(), 4);
  const zeros = await Promise.all([0, 1, 2, 3].map((row) => centre("line.one", row)));
  for (const zero of zeros) assert.ok(Math.abs(zero - zeros[0]!) < 1);
  // 8.3 % more, beyond a gate of 5 %.
  assert.ok((await centre("circle", 0)) > (await centre("line.gate", 0)));
  assert.ok((await centre("line.gate", 0)) > zeros[0]!);
});
