// What merging costs: 10,000 cells of 12 blocks, from journals on the disk to the result.
// Goal: within 2 s and 500 MB.
//   npx -y pnpm@12.21.0 --filter @deadheat/bench perf:merge
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "@deadheat/stats";
import { merge, RUN_MARGIN } from "@deadheat/judge";
import { poolJournals, blockRecord, runRecord, settings } from "../test/fixtures.ts";
import { drawSeed } from "@deadheat/measure";

// As in deadheat.mjs: what checks the records is compiled once.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/deadheat"));

const MERGES = 5;
const TARGETS = 25;
const SCENARIOS = 400;
const BLOCKS = 12;
const GOAL = { seconds: 2, bytes: 500e6 };

const scenarios = Array.from({ length: SCENARIOS }, (_, i) => `scenario-${i}`);
const pathsIn = (folder: string) =>
  Array.from({ length: TARGETS }, (_, t) => join(folder, `${t}.jsonl`));

interface Merged {
  readonly cells: number;
  readonly ranked: number;
  readonly seconds: number;
  readonly bytes: number;
}

const [role, given] = process.argv.slice(2);
if (given !== undefined) {
  if (role === "write") pathsIn(given).forEach(writeJournal);
  else console.log(JSON.stringify(await mergeOnce(pathsIn(given))));
} else {
  const folder = mkdtempSync(join(tmpdir(), "deadheat-perf-"));
  try {
    // Each in a process of its own: a merge is a command's, and its memory is that process's.
    const inProcess = (as: string) =>
      execFileSync(process.execPath, [import.meta.filename, as, folder], { encoding: "utf8" });
    inProcess("write");
    report(Array.from({ length: MERGES }, () => JSON.parse(inProcess("merge")) as Merged));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(merges: readonly Merged[]): void {
  const all = merges.map((one) => one.seconds);
  const seconds = median(all);
  const bytes = Math.max(...merges.map((one) => one.bytes));
  const within = seconds <= GOAL.seconds && bytes <= GOAL.bytes;
  console.log(
    `merging ${merges[0]?.cells} cells (${merges[0]?.ranked} ranked) of ${BLOCKS} blocks: ` +
      `${seconds.toFixed(2)} s, the median of ${MERGES} (${Math.min(...all).toFixed(2)} to ` +
      `${Math.max(...all).toFixed(2)}), ${(bytes / 1e6).toFixed(0)} MB at most: ` +
      `${within ? "within" : "NOT within"} ${GOAL.seconds} s and ${GOAL.bytes / 1e6} MB`,
  );
  if (!within) process.exitCode = 1;
}

async function mergeOnce(paths: readonly string[]): Promise<Merged> {
  const startedAt = performance.now();
  const pool = await poolJournals(paths);
  const result = merge({
    run: {
      id: "perf",
      startedAt: "",
      finishedAt: "",
      seed: drawSeed(),
      profile: "perf",
      git: null,
      measured: { blocks: 0, seconds: 0, underLoadSeconds: 0, underLoadShare: null },
      load: settings.load,
    },
    settings: { ...settings, scenarios },
    margin: RUN_MARGIN,
    targets: pool.targets,
    missing: [],
    currentRunId: null,
    warnings: [],
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const bytes = process.resourceUsage().maxRSS * 1024;
  const ranked = result.cells.filter((cell) => cell.rank !== null).length;
  return { cells: result.cells.length, ranked, seconds, bytes };
}

function writeJournal(path: string, t: number): void {
  const target = t === 0 ? "node-http/node" : `framework-${t}/node`;
  const as = t === 0 ? "aa" : "cell";
  const lines = [JSON.stringify(runRecord(target))];
  for (const scenario of scenarios) {
    for (let n = 1; n <= BLOCKS; n++) {
      const ratio = t === 0 ? 1 : 1 - t / 40 + Math.sin(t * 7919 + n * 104_729) / 50;
      lines.push(
        JSON.stringify(blockRecord(target, "node-http/node", n, ratio, { scenario, role: as })),
      );
    }
  }
  writeFileSync(path, `${lines.join("\n")}\n`);
}
