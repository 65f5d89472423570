import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { renderExplainedHtml } from "@deadheat/report";
import { explained } from "../../packages/report/test/explained.ts";
import { openPage, pageFile, testFaultless } from "./opened.ts";

const url = pageFile("explain.html", renderExplainedHtml(explained()));

/** Opens the page, and waits for its script if it has one. */
async function open(t: TestContext, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage(t, url, options);
  if (options.javaScriptEnabled !== false) await frame(page, "handleRequest").waitFor();
  return page;
}

const frame = (page: Page, name: string) =>
  page.locator(".frame").filter({ hasText: new RegExp(`^${name}:`) });
const shown = (page: Page) => page.locator("#functions tbody .name").allInnerTexts();

testFaultless("the page of an explanation", open);

test("a click zooms into a frame, the table follows, and Show all leads back", async (t) => {
  const page = await open(t);
  assert.deepEqual((await shown(page)).slice(0, 2), ["charset", "lookup"]);
  await frame(page, "charset").click();
  assert.deepEqual((await shown(page)).toSorted(), ["charset", "extname", "lookup"]);
  assert.match(
    await page.locator("#where").innerText(),
    /^charset: 0\.000 µs in the base, 0\.200 µs/,
  );
  assert.equal(await frame(page, "writeUtf8String").count(), 0);
  await page.getByRole("button", { name: "Show all" }).click();
  assert.equal(await frame(page, "writeUtf8String").count(), 1);
});

test("the keyboard reaches every frame: arrows, Enter and Escape", async (t) => {
  const page = await open(t);
  await frame(page, "all").focus();
  const focused = () => page.evaluate("document.activeElement.querySelector('title').textContent");
  await page.keyboard.press("ArrowDown");
  assert.match(String(await focused()), /^handleRequest:/);
  await page.keyboard.press("ArrowRight");
  assert.match(String(await focused()), /^not seen by the profiler:/);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowDown");
  assert.match(String(await focused()), /^charset:/);
  await page.keyboard.press("Enter");
  assert.match(String(await focused()), /^charset:/);
  assert.deepEqual((await shown(page)).toSorted(), ["charset", "extname", "lookup"]);
  await page.keyboard.press("Escape");
  assert.match(String(await focused()), /^all:/);
});

test("red is more and blue is less, and functions of either server are seen", async (t) => {
  const page = await open(t);
  assert.match((await frame(page, "charset").getAttribute("class")) ?? "", /more-\d/);
  assert.match((await frame(page, "get").getAttribute("class")) ?? "", /less-\d/);
});

test("a search marks the frames, and so does a name in the table", async (t) => {
  const page = await open(t);
  await page.getByLabel("Search").fill("look");
  assert.equal(await page.locator(".frame.hit").count(), 1);
  await page.locator("#functions .name", { hasText: "wrap" }).click();
  assert.equal(await page.getByLabel("Search").inputValue(), "wrap");
  assert.match((await frame(page, "wrap").getAttribute("class")) ?? "", /hit/);
});

test("without JavaScript the page has the sentences and the table", async (t) => {
  const page = await open(t, { javaScriptEnabled: false });
  assert.match(await page.locator("h1").innerText(), /takes 0\.830 µs more CPU per request/);
  assert.equal(await page.locator("#flame").isVisible(), false);
  assert.ok(await page.locator(".static table").isVisible());
});
