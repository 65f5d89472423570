// From which slowdown of the servers' core on cells spread more: how far blocks lie from the median of the
// calmest three or more of their cell and run, by how much the core was slowed in them.
//   npx -y pnpm@12.21.0 --filter @deadheat/bench disturbed JOURNAL...
import process from "node:process";
import { median } from "@deadheat/stats";
import { logRatios } from "../src/analyse.ts";
import { bestTick, slowdown } from "../src/disturbed.ts";
import { readJournal } from "../src/journal.ts";
import { duetName } from "../src/plan.ts";
import type { BlockRecord } from "../src/record.ts";
import { absolute } from "../src/run-folder.ts";

/** The core was slowed by so much or more, and by less than the next one. */
const STEPS = [0, 1.08, 1.1, 1.12, 1.15, 1.2, 1.3, 1.5];
/** On an undisturbed core (docs/method.md). */
const CALM = 1.1;

interface Point {
  readonly by: number;
  /** ln ratio, less that of the cell on a calm core. */
  readonly off: number;
}

const runs = new Map<string, BlockRecord[]>();
for (const path of process.argv.slice(2)) {
  const { records } = await readJournal(absolute(path));
  const run = records.find((record) => record.type === "run")?.runId ?? path;
  const blocks = records.filter((record) => record.type === "block" && record.void === null);
  runs.set(run, [...(runs.get(run) ?? []), ...(blocks as BlockRecord[])]);
}
const points = [...runs.values()].flatMap(pointsOf);
for (const [i, from] of STEPS.entries()) {
  const to = STEPS[i + 1] ?? Number.POSITIVE_INFINITY;
  const some = points.filter(({ by }) => by >= from && by < to);
  if (some.length > 0) console.log(`slowed by ${from.toFixed(2)} or more: ${describe(some)}`);
}
if (points.length === 0) {
  console.error("give the journals of quick or standard runs (results/runs/<run>/journal/*.jsonl)");
  process.exitCode = 2;
}

function pointsOf(blocks: readonly BlockRecord[]): Point[] {
  const best = bestTick(blocks);
  if (best === null) return [];
  const cells = blocks.filter(({ role, core }) => role === "cell" && core);
  return [...Map.groupBy(cells, duetName).values()].flatMap((cell) => {
    const all = cell
      .map((block) => ({
        by: slowdown(block, best) ?? 1,
        ratio: logRatios([block])[0] ?? 0,
      }))
      .toSorted((a, b) => a.by - b.by);
    const calm = all.filter(({ by }, i) => by < CALM || i < 3);
    const middle = median(calm.map(({ ratio }) => ratio));
    return all.map(({ by, ratio }) => ({ by, off: ratio - middle }));
  });
}

function describe(some: readonly Point[]): string {
  const mean = (of: (point: Point) => number) =>
    some.reduce((sum, point) => sum + of(point), 0) / some.length;
  const far = 100 * Math.sqrt(mean(({ off }) => off ** 2));
  const bias = 100 * mean(({ off }) => off);
  return `${some.length} blocks, off by ${far.toFixed(1)} % (root mean square), ${bias.toFixed(1)} % on average`;
}
