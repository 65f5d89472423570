import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test, type TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import axe, { type AxeResults } from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { formats, historySvg } from "@deadheat/report";
import { around, historyOf } from "../../packages/judge/test/histories.ts";
import { launchChromium } from "./browser.ts";

const folder = mkdtempSync(join(tmpdir(), "deadheat-history-"));
const page = join(folder, "report.html");
const picture = join(folder, "history.svg");
let browser: Browser;

before(async () => {
  const levels = [1.08, 1.08, 0.95, 0.95, 0.97, 0.96, 0.96, 0.97, 1.02, 1.02, 1.01, 1];
  const result = historyOf(
    levels.map((ratio, i) => ({
      label: `1.${i}.0`,
      ratios: i === 4 ? null : around(ratio, i === 5 ? 0.2 : 0.006),
    })),
  );
  writeFileSync(page, formats.html.render(result));
  writeFileSync(picture, historySvg(result));
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a file, which must neither print to the console nor send a request. */
async function open(t: TestContext, file: string, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  const opened = await context.newPage();
  const said: string[] = [];
  opened.on("console", (message) => said.push(message.text()));
  opened.on("pageerror", (error) => said.push(String(error)));
  opened.on("request", (request) => {
    if (!request.url().startsWith("file:") && request.url() !== "data:,") said.push(request.url());
  });
  t.after(async () => {
    await context.close();
    assert.deepEqual(said, []);
  });
  await opened.goto(pathToFileURL(file).href);
  return opened;
}

for (const width of [1280, 375]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`the page of a history has no fault that axe finds, ${width} pixels, ${colorScheme}`, async (t) => {
      const opened = await open(t, page, { viewport: { width, height: 900 }, colorScheme });
      assert.equal(await opened.evaluate("document.documentElement.scrollWidth"), width);
      await opened.evaluate(axe.source);
      const found = (await opened.evaluate("axe.run()")) as AxeResults;
      const faults = found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
      assert.deepEqual(faults, []);
    });
  }
}

test("without JavaScript a change leads to its row, with the commands to copy", async (t) => {
  const options = { viewport: { width: 1280, height: 900 }, javaScriptEnabled: false };
  const opened = await open(t, page, options);
  await opened.locator("svg.history a[href='#p1-1-s2'] text").click();
  const row = opened.locator("tr:target");
  assert.match(await row.innerText(), /1\.1\.0 → 1\.2\.0\s+13\.7 % slower \[13\.2, 14\.2\]/);
  assert.match(await row.innerText(), /npx deadheat compare app@1\.1\.0\/node app@1\.2\.0\/node/);
});

test("names, days and labels of the drawing do not cover each other and stay within it", async (t) => {
  const opened = await open(t, picture, { viewport: { width: 900, height: 700 } });
  const boxes = await opened.evaluate<{ text: string; box: number[] }[]>(`
    [...document.querySelectorAll("text:not([transform])")].map((text) => {
      const { left, top, right, bottom } = text.getBoundingClientRect();
      return { text: text.textContent, box: [left, top, right, bottom] };
    })`);
  assert.ok(boxes.length > 15);
  for (const [i, { text, box }] of boxes.entries()) {
    const [left = 0, top = 0, right = 0, bottom = 0] = box;
    assert.ok(left >= 0 && top >= 0 && right <= 860, `${text} is cut off`);
    for (const other of boxes.slice(i + 1)) {
      const [l = 0, o = 0, r = 0, b = 0] = other.box;
      const apart = r <= left || l >= right || b <= top || o >= bottom;
      assert.ok(apart, `${text} covers ${other.text}`);
    }
  }
});
