import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test, type TestContext } from "node:test";
import { pathToFileURL } from "node:url";
import axe, { type AxeResults } from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { temporaryFolder } from "../../packages/journal/test/scratch.ts";
import { launchChromium } from "./browser.ts";

// One browser for all tests of a file. A file that imports this one starts and closes it.

let browser: Browser;
let folder: string | undefined;
before(async () => {
  browser = await launchChromium();
});
after(() => browser?.close());

/** The screens on which a page must have no fault. */
export const screens = [
  { viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  { viewport: { width: 375, height: 812 }, colorScheme: "dark" },
] as const;

export function newContext(t: TestContext, options: BrowserContextOptions = {}) {
  const context = browser.newContext({ viewport: screens[0].viewport, ...options });
  t.after(async () => (await context).close());
  return context;
}

/**
 * Opens a page, which must neither print to the console nor open a dialog.
 * @param own how the addresses begin that it may request; only its own by default
 */
export async function openPage(
  t: TestContext,
  url: string,
  options: BrowserContextOptions = {},
  own = url.split(/[#?]/)[0] ?? url,
): Promise<Page> {
  const context = await newContext(t, options);
  const page = await context.newPage();
  const said: string[] = [];
  page.on("console", (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => said.push(String(error)));
  page.on("dialog", (dialog) => said.push(`dialog: ${dialog.message()}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(own) && request.url() !== "data:,")
      said.push(`request: ${request.url()}`);
  });
  t.after(() => assert.deepEqual(said, [], url));
  await page.goto(url);
  return page;
}

/** Writes a page into the folder of a file of tests, and returns its address. */
export function pageFile(name: string, text: string): string {
  folder ??= temporaryFolder({ after });
  writeFileSync(join(folder, name), text);
  return pathToFileURL(join(folder, name)).href;
}

/** Tests on every screen that a page has no fault. */
export function testFaultless(
  name: string,
  open: (t: TestContext, options: BrowserContextOptions) => Promise<Page>,
): void {
  for (const screen of screens) {
    test(`${name} has no fault, ${screen.viewport.width} pixels, ${screen.colorScheme}`, async (t) => {
      await assertFaultless(await open(t, screen));
    });
  }
}

/** Asserts that axe finds no fault, and that the page needs no scrolling sideways. */
export async function assertFaultless(page: Page): Promise<void> {
  const needed = await page.evaluate<number>("document.scrollingElement.scrollWidth");
  const { width = 0 } = page.viewportSize() ?? {};
  assert.ok(needed <= width, `${page.url()} is ${needed} of ${width} pixels wide`);
  // The debugger runs this, because the page's policy does not apply to it.
  await page.evaluate(axe.source);
  // Without these options axe describes each element that has no fault too, which takes most of its time.
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run({ resultTypes: ["violations"], selectors: false })`,
  );
  const faults = violations.map(
    ({ id, nodes }) => `${page.url()}: ${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`,
  );
  assert.deepEqual(faults, []);
}
