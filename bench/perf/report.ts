// Measures report.html for 60 targets x 10 scenarios with everything that a run can have: its size, the time of the whole
// command (in a clone it bundles the page's code too), the time of drawing alone, and the first paint in a real Chromium.
// Goal: under 5 MB, the command within 4 s, the first paint within 1 s.
//   npx -y pnpm@12.21.0 --filter @deadheat/bench perf:report
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { renderHtml, renderMarkdown } from "@deadheat/report";
import { root } from "../src/targets/project.ts";
import { launchChromium } from "../test/browser.ts";
import { generatedResult, large } from "../../packages/judge/test/generated-result.ts";

const GOAL = { bytes: 5e6, commandSeconds: 4, paintSeconds: 1, markdownBytes: 2 ** 20 };
const PAINTS = 5;

const folder = mkdtempSync(join(tmpdir(), "deadheat-perf-"));
try {
  const result = generatedResult(large);
  writeFileSync(join(folder, "result.json"), JSON.stringify(result));
  const command = [join(root, "bench", "deadheat.mjs"), "report", folder];
  const commandSeconds = seconds(() => execFileSync(process.execPath, command));
  const drawing = seconds(() => renderHtml(result));
  const bytes = statSync(join(folder, "report.html")).size;
  const markdownBytes = Buffer.byteLength(renderMarkdown(result));
  const paints = await firstPaints(join(folder, "report.html"));
  const paintSeconds = paints.toSorted((a, b) => a - b)[PAINTS >> 1] ?? Infinity;
  const rounds = result.cells.flatMap((cell) => cell.efficiency?.toFloor.rounds ?? []).length;
  const ranked = result.cells.filter((cell) => cell.rank !== null).length;
  line(
    `${ranked} ranked cells, ${rounds} raw rounds in them: report.html`,
    bytes / 1e6,
    GOAL.bytes / 1e6,
    "MB",
  );
  line("report.md", markdownBytes / 1e6, GOAL.markdownBytes / 1e6, "MB");
  line("pnpm bench report, the whole command", commandSeconds, GOAL.commandSeconds, "s");
  console.log(`drawing report.html alone: ${drawing.toFixed(2)} s`);
  line(
    `first contentful paint from file://, median of ${PAINTS}`,
    paintSeconds,
    GOAL.paintSeconds,
    "s",
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function seconds(work: () => unknown): number {
  const startedAt = performance.now();
  work();
  return (performance.now() - startedAt) / 1000;
}

/** Returns the seconds from the start of the navigation to the first paint, in fresh pages. */
async function firstPaints(file: string): Promise<number[]> {
  const browser = await launchChromium();
  try {
    const paints: number[] = [];
    for (let i = 0; i < PAINTS; i++) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await page.goto(pathToFileURL(file).href);
      await page.locator("nav").waitFor();
      const milliseconds = await page.evaluate<number>(
        `new Promise((done) => new PerformanceObserver((list) => done(list.getEntries()[0].startTime))
          .observe({ type: "largest-contentful-paint", buffered: true })
        ).then(() => performance.getEntriesByName("first-contentful-paint")[0].startTime)`,
      );
      paints.push(milliseconds / 1000);
      await page.close();
    }
    return paints;
  } finally {
    await browser.close();
  }
}

function line(what: string, value: number, goal: number, unit: string): void {
  const within = value <= goal;
  console.log(
    `${what}: ${value.toFixed(2)} ${unit}, ${within ? "within" : "NOT within"} ${goal.toFixed(2)} ${unit}`,
  );
  if (!within) process.exitCode = 1;
}
