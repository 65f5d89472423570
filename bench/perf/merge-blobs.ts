// What merging the shards of a large run costs: 200 blobs of 60 targets x 20 scenarios of 12 blocks, from the disk to the
// result and its reports. Goal: within 5 s and 500 MB.
//   npx -y pnpm@12.21.0 --filter @deadheat/bench perf:merge
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeBlob, type Duet, type JournalRecord } from "@deadheat/journal";
import { median } from "@deadheat/stats";
import { cellName, deal, type Deal } from "@deadheat/runner";
import { mergeBlobs } from "deadheat/parts";
import { blockRecord, runRecord, settings } from "../test/fixtures.ts";

// As in deadheat.mjs: what checks the records is compiled once.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/deadheat"));

const MERGES = 3;
const SHARDS = 200;
const TARGETS = 60;
const SCENARIOS = 20;
const BLOCKS = 12;
const GOAL = { seconds: 5, bytes: 500e6 };

const scenarios = Array.from({ length: SCENARIOS }, (_, i) => `scenario-${i}`);
const targets = Array.from(
  { length: TARGETS },
  (_, i) => ["node-http/node", "express/node"][i] ?? `framework-${i}/node`,
);

interface Merged {
  readonly cells: number;
  readonly ranked: number;
  readonly seconds: number;
  readonly bytes: number;
}

const [role, given] = process.argv.slice(2);
if (given !== undefined) {
  if (role === "write") writeBlobs(join(given, "blobs"));
  else console.log(JSON.stringify(await mergeOnce(given)));
} else {
  const folder = mkdtempSync(join(tmpdir(), "deadheat-perf-"));
  try {
    const inProcess = (as: string) =>
      execFileSync(process.execPath, [import.meta.filename, as, folder], { encoding: "utf8" });
    inProcess("write");
    const merges = Array.from({ length: MERGES }, () => JSON.parse(inProcess("merge")) as Merged);
    report(merges, sizeOf(join(folder, "blobs")));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(merges: readonly Merged[], size: number): void {
  const seconds = median(merges.map((one) => one.seconds));
  const bytes = Math.max(...merges.map((one) => one.bytes));
  const within = seconds <= GOAL.seconds && bytes <= GOAL.bytes;
  console.log(
    `merging ${SHARDS} blobs (${(size / 1e6).toFixed(0)} MB) of ${merges[0]?.cells} cells (${merges[0]?.ranked} ` +
      `ranked): ${seconds.toFixed(2)} s, the median of ${MERGES}, ${(bytes / 1e6).toFixed(0)} MB at most: ` +
      `${within ? "within" : "NOT within"} ${GOAL.seconds} s and ${GOAL.bytes / 1e6} MB`,
  );
  if (!within) process.exitCode = 1;
}

async function mergeOnce(folder: string): Promise<Merged> {
  const startedAt = performance.now();
  const out = join(folder, "out");
  const options = { out, runs: folder, acrossClasses: false, partial: false };
  const [merged] = await mergeBlobs(join(folder, "blobs"), options);
  const seconds = (performance.now() - startedAt) / 1000;
  const bytes = process.resourceUsage().maxRSS * 1024;
  const cells = merged?.result.cells ?? [];
  const ranked = cells.filter((cell) => cell.rank !== null).length;
  return { cells: cells.length, ranked, seconds, bytes };
}

function writeBlobs(folder: string): void {
  mkdirSync(folder);
  const duets = targets.flatMap((target) =>
    scenarios.map((scenario): Duet => {
      const as = target === "node-http/node" ? "aa" : "cell";
      return { role: as, target, reference: "node-http/node", scenario, blocks: BLOCKS };
    }),
  );
  const alone = { targets: [], sweeps: [], openLoops: [], costs: [], unsupported: [] };
  const plan = {
    ...alone,
    cells: duets,
    duets,
    load: settings.load,
    seed: 1,
    rounds: 1,
    seconds: 0,
  };
  const dealt = deal(plan, SHARDS);
  for (let index = 1; index <= SHARDS; index++) writeShard(folder, dealt, index);
}

function writeShard(folder: string, { shared, own }: Deal, index: number): void {
  const cells = [...shared, ...(own[index - 1] ?? [])];
  const instance = index.toString(16).padStart(16, "0");
  const byTarget = Map.groupBy(cells, ({ target: name }) => name);
  const journals = [...byTarget].map(([name, some], t): string => {
    const path = join(folder, `${index}-${t}.journal`);
    const run = { runId: `run-${index}`, instance, settings: { ...settings, scenarios } };
    const records: JournalRecord[] = [runRecord(name, run)];
    for (const { scenario } of some) {
      for (let n = 1; n <= BLOCKS; n++) {
        const as = name === "node-http/node" ? "aa" : "cell";
        const spread = Math.sin(t * 7919 + n * 104_729 + index) / 50;
        const ratio = as === "aa" ? 1 + spread : 0.9 - Number(/\d+/.exec(name) ?? 0) / 100 + spread;
        records.push(blockRecord(name, "node-http/node", n, ratio, { scenario, role: as }));
      }
    }
    writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
    return path;
  });
  const header = {
    plan: "perf",
    shard: { index, total: SHARDS },
    fingerprint: settings.machine.fingerprint,
    instance,
    versions: Object.fromEntries(targets.map((name) => [name, "1.2.3 d-app"])),
    run: {
      id: `run-${index}`,
      startedAt: "",
      finishedAt: "",
      profile: "perf",
      git: null,
      like: null,
      seconds: 1,
    },
    scenarios,
    shared: shared.map(cellName),
    own: own.map((some) => some.map(cellName)),
    missing: [],
  };
  writeBlob(join(folder, `perf-${index}-of-${SHARDS}.jsonl`), header, journals);
  for (const path of journals) rmSync(path);
}

function sizeOf(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}
