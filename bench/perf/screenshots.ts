// Makes pictures of the report's main tables in results/runs/screenshots. The picture in docs/output.md comes from a published
// run and goes to docs/images.
//   npx -y pnpm@12.21.0 --filter @deadheat/bench screenshots [RUN'S FOLDER]
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions } from "playwright-core";
import { root } from "../src/targets/project.ts";
import { readResult, absolute } from "deadheat/parts";
import { renderHtml } from "@deadheat/report";
import { launchChromium } from "../test/browser.ts";

const published = join(root, "results/published/xeon-2cpu-vm/2026-11-25-quick");
const [run = published] = process.argv.slice(2).map(absolute);
const out = join(root, "results/runs/screenshots");
const images = join(root, "docs/images");
const inDocs = run === published ? ["races-dark"] : [];

const desktop = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 375, height: 812 }, deviceScaleFactor: 2 };
const dark = { colorScheme: "dark" as const };

/** The pictures by name, with the heading of the table that each is of; empty for the first screen. */
const pictures: readonly (readonly [name: string, table: string, BrowserContextOptions])[] = [
  ["ranking", "", desktop],
  ["ranking-dark", "", { ...desktop, ...dark }],
  ["ranking-phone", "", phone],
  ["ranking-phone-dark", "", { ...phone, ...dark }],
  ["pairs", "ties and undecided pairs", desktop],
  ["memory", "ranking by peak memory", desktop],
  ["races-dark", "every round", { ...desktop, ...dark }],
];

for (const folder of [out, images]) mkdirSync(folder, { recursive: true });
const file = join(out, "report.html");
writeFileSync(file, renderHtml(readResult(join(run, "result.json"))));
const browser = await launchChromium();
try {
  for (const [name, table, options] of pictures) {
    const page = await browser.newPage(options);
    await page.goto(pathToFileURL(file).href);
    if (table !== "") {
      const title = page.locator("summary", { hasText: table }).first();
      await title.click();
      await title.scrollIntoViewIfNeeded();
      await title.evaluate((element) => element.scrollIntoView());
    }
    const path = join(inDocs.includes(name) ? images : out, `${name}.png`);
    await page.screenshot({ path });
    await page.close();
    console.log(path);
  }
} finally {
  await browser.close();
}
