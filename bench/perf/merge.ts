// Measures merging 10,000 cells of 12 rounds, from journals on the disk to the result. Goal: within 2 s and 500 MB.
//   npx -y pnpm@12.21.0 --filter @deadheat/bench perf:merge
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { duetsOnly } from "@deadheat/journal";
import { merge, RUN_MARGIN } from "@deadheat/judge";
import { drawSeed } from "@deadheat/measure";
import { poolJournals, roundRecord, runRecord, settings } from "../test/fixtures.ts";
import { measureMerging } from "./merging.ts";

const TARGETS = 25;
const SCENARIOS = 400;
const ROUNDS = 12;

const scenarios = Array.from({ length: SCENARIOS }, (_, i) => `scenario-${i}`);
const pathsIn = (folder: string) =>
  Array.from({ length: TARGETS }, (_, t) => join(folder, `${t}.jsonl`));

await measureMerging({
  script: import.meta.filename,
  merges: 5,
  goal: { seconds: 2, bytes: 500e6 },
  input: () => `${ROUNDS} rounds of each of`,
  write: (folder) => pathsIn(folder).forEach(writeJournal),
  merge: async (folder) => {
    const pool = await poolJournals(pathsIn(folder));
    return merge({
      run: {
        id: "perf",
        startedAt: "",
        finishedAt: "",
        seed: drawSeed(),
        profile: "perf",
        git: null,
        measured: { rounds: 0, seconds: 0, underLoadSeconds: 0, underLoadShare: null },
        load: settings.load,
        ...duetsOnly,
      },
      settings: { ...settings, scenarios },
      margin: RUN_MARGIN,
      targets: pool.targets,
      missing: [],
      currentRunId: null,
      warnings: [],
    });
  },
});

function writeJournal(path: string, t: number): void {
  const target = t === 0 ? "node-http/node" : `framework-${t}/node`;
  const as = t === 0 ? "aa" : "cell";
  const lines = [JSON.stringify(runRecord(target))];
  for (const scenario of scenarios) {
    for (let n = 1; n <= ROUNDS; n++) {
      const ratio = t === 0 ? 1 : 1 - t / 40 + Math.sin(t * 7919 + n * 104_729) / 50;
      lines.push(
        JSON.stringify(roundRecord(target, "node-http/node", n, ratio, { scenario, role: as })),
      );
    }
  }
  writeFileSync(path, `${lines.join("\n")}\n`);
}
