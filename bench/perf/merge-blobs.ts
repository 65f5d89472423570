// Measures merging the shards of a large run: 200 blobs of 60 targets x 20 scenarios of 12 rounds, from the disk to the
// result and its reports. Goal: within 5 s and 500 MB.
//   npx -y pnpm@12.21.0 --filter @deadheat/bench perf:merge
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeBlob, type JournalRecord } from "@deadheat/journal";
import { cellName, deal, type Deal, type PlannedPair } from "@deadheat/runner";
import { mergeBlobs } from "deadheat/parts";
import { roundRecord, runRecord, settings } from "../test/fixtures.ts";
import { measureMerging } from "./merging.ts";

const SHARDS = 200;
const TARGETS = 60;
const SCENARIOS = 20;
const ROUNDS = 12;

const scenarios = Array.from({ length: SCENARIOS }, (_, i) => `scenario-${i}`);
const targets = Array.from(
  { length: TARGETS },
  (_, i) => ["node-http/node", "express/node"][i] ?? `framework-${i}/node`,
);

await measureMerging({
  script: import.meta.filename,
  merges: 3,
  goal: { seconds: 5, bytes: 500e6 },
  input: (folder) => {
    const megabytes = sizeOf(join(folder, "blobs")) / 1e6;
    return `${SHARDS} blobs (${megabytes.toFixed(0)} MB) of`;
  },
  write: (folder) => writeBlobs(join(folder, "blobs")),
  merge: async (folder) => {
    const options = {
      out: join(folder, "out"),
      runs: folder,
      acrossClasses: false,
      partial: false,
    };
    const [merged] = await mergeBlobs(join(folder, "blobs"), options);
    return merged?.result;
  },
});

function writeBlobs(folder: string): void {
  mkdirSync(folder);
  const duets = targets.flatMap((target) =>
    scenarios.map((scenario): PlannedPair => {
      const as = target === "node-http/node" ? "aa" : "cell";
      const duet = {
        role: as,
        new: target,
        base: "node-http/node",
        scenario,
        rounds: ROUNDS,
      } as const;
      return { ...duet, secondsEach: 3 };
    }),
  );
  const alone = { targets: [], sweeps: [], openLoops: [], costs: [], unsupported: [] };
  const plan = {
    ...alone,
    cells: duets.map(({ new: target, scenario }) => ({ target, scenario })),
    duets,
    seed: 1,
    passes: 1,
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
      for (let n = 1; n <= ROUNDS; n++) {
        const as = name === "node-http/node" ? "aa" : "cell";
        const spread = Math.sin(t * 7919 + n * 104_729 + index) / 50;
        const ratio = as === "aa" ? 1 + spread : 0.9 - Number(/\d+/.exec(name) ?? 0) / 100 + spread;
        records.push(roundRecord(name, "node-http/node", n, ratio, { scenario, role: as }));
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
