// Makes pictures of the report's main views in results/runs/screenshots. The picture in docs/report.md comes from a published
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

const pictures: readonly (readonly [name: string, fragment: string, BrowserContextOptions])[] = [
  ["ranking", "", desktop],
  ["ranking-dark", "", { ...desktop, ...dark }],
  ["ranking-phone", "", phone],
  ["ranking-phone-dark", "", { ...phone, ...dark }],
  ["runtimes", "#view=runtimes", desktop],
  ["cost", "#view=cost", desktop],
  ["compare", "#view=compare&a=hono/bun&b=hono/node", desktop],
  ["order", "#view=order", desktop],
  ["load", "#view=load", desktop],
  ["latency", "#view=latency", desktop],
  ["footprint", "#view=footprint", desktop],
  ["stores", "#view=stores", desktop],
  ["races-dark", "#cell=fastify/node", { ...desktop, ...dark }],
];

for (const folder of [out, images]) mkdirSync(folder, { recursive: true });
const file = join(out, "report.html");
writeFileSync(file, renderHtml(readResult(join(run, "result.json"))));
const browser = await launchChromium();
try {
  for (const [name, fragment, options] of pictures) {
    const page = await browser.newPage(options);
    await page.goto(pathToFileURL(file).href + fragment);
    await page.locator("nav").waitFor();
    const path = join(inDocs.includes(name) ? images : out, `${name}.png`);
    await page.screenshot({ path });
    await page.close();
    console.log(path);
  }
} finally {
  await browser.close();
}
