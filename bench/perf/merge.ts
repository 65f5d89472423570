// What merging costs: 10,000 cells of 12 blocks, from journals on the disk to the result.
// Goal: within 2 s and 500 MB.
//   npx -y pnpm@12.21.0 --filter @deadheat/bench perf:merge
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { merge } from "../src/merge.ts";
import { poolJournals } from "../src/pool.ts";
import { drawSeed } from "../src/random.ts";
import { blockRecord, runRecord, settings } from "../test/fixtures.ts";

const TARGETS = 25;
const SCENARIOS = 400;
const BLOCKS = 12;
const GOAL = { seconds: 2, bytes: 500e6 };

const scenarios = Array.from({ length: SCENARIOS }, (_, i) => `scenario-${i}`);
const pathsIn = (folder: string) =>
  Array.from({ length: TARGETS }, (_, t) => join(folder, `${t}.jsonl`));

const [role, given] = process.argv.slice(2);
if (role === "write" && given !== undefined) {
  pathsIn(given).forEach(writeJournal);
} else {
  const folder = mkdtempSync(join(tmpdir(), "deadheat-perf-"));
  try {
    // In a process of its own, whose memory is not counted.
    execFileSync(process.execPath, [import.meta.filename, "write", folder]);
    await measure(pathsIn(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(paths: readonly string[]): Promise<void> {
  const size = paths.reduce((sum, path) => sum + statSync(path).size, 0);
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
    targets: pool.targets,
    missing: [],
    currentRunId: null,
    warnings: [],
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const bytes = process.resourceUsage().maxRSS * 1024;
  const ranked = result.cells.filter((cell) => cell.rank !== null).length;
  const within = seconds <= GOAL.seconds && bytes <= GOAL.bytes;
  console.log(
    `merged ${result.cells.length} cells (${ranked} ranked) of ${BLOCKS} blocks, ` +
      `${(size / 1e6).toFixed(0)} MB of journals: ${seconds.toFixed(2)} s, ` +
      `${(bytes / 1e6).toFixed(0)} MB at most: ${within ? "within" : "NOT within"} ` +
      `${GOAL.seconds} s and ${GOAL.bytes / 1e6} MB`,
  );
  if (!within) process.exitCode = 1;
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
