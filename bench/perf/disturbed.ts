// From which slowdown of a core on cells spread more: how far blocks lie from the median of the calmest three
// or more of their cell and run, by how much the servers' core was slowed in them, and, where that was not
// disturbed, by how much the generators' was. Then, whether that is the machine's doing and not the servers':
// how often a block shares it with the one before, of another duet.
//   npx -y pnpm@12.21.0 --filter @deadheat/bench disturbed JOURNAL...
import process from "node:process";
import { median } from "@deadheat/stats";
import { logRatios } from "../src/analyse.ts";
import { bestTick, DISTURBED, generatorSlowdowns, serverSlowdown } from "../src/disturbed.ts";
import { readJournal } from "../src/journal.ts";
import { duetName } from "../src/plan.ts";
import type { BlockRecord } from "../src/record.ts";
import { absolute } from "../src/run-folder.ts";

/** A core was slowed by so much or more, and by less than the next one. */
const SERVERS = [0, 1.08, 1.1, 1.12, 1.15, 1.2, 1.3, 1.5];
const GENERATORS = [0, 1.05, 1.1, 1.15, 1.2, 1.3];
/** On an undisturbed core (docs/method.md). */
const CALM = 1.1;
/** What two blocks in turn are asked for. */
const SLOWED = 1.15;

interface Point {
  readonly servers: number;
  /** Null in a journal that does not tell. */
  readonly generators: number | null;
  /** ln ratio, less that of the cell on calm cores. */
  readonly off: number;
}

const runs = new Map<string, BlockRecord[]>();
for (const path of process.argv.slice(2)) {
  const { records } = await readJournal(absolute(path));
  const run = records.find((record) => record.type === "run")?.runId ?? path;
  const blocks = records.filter((record) => record.type === "block" && record.void === null);
  const told = (blocks as BlockRecord[]).map(withGeneratorSeconds);
  runs.set(run, [...(runs.get(run) ?? []), ...told]);
}
const points = [...runs.values()].flatMap(pointsOf);
table("the servers' core", SERVERS, points, ({ servers }) => servers);
const undisturbed = points.filter(({ servers }) => servers <= DISTURBED);
table("the generators' core", GENERATORS, undisturbed, ({ generators }) => generators);
if (points.length > 0) {
  for (const slowed of [true, false]) console.log(inTurn(slowed));
} else {
  console.error("give the journals of quick or standard runs (results/runs/<run>/journal/*.jsonl)");
  process.exitCode = 2;
}

function table(
  core: string,
  steps: readonly number[],
  all: readonly Point[],
  by: (point: Point) => number | null,
): void {
  for (const [i, from] of steps.entries()) {
    const to = steps[i + 1] ?? Number.POSITIVE_INFINITY;
    const some = all.filter((point) => {
      const factor = by(point);
      return factor !== null && factor >= from && factor < to;
    });
    if (some.length > 0) {
      console.log(`${core} slowed by ${from.toFixed(2)} or more: ${describe(some)}`);
    }
  }
}

/** How often the generators' core was slowed in the block after one in which it was, or was not. */
function inTurn(slowed: boolean): string {
  const next = [...runs.values()].flatMap((run) => {
    const duets = Map.groupBy(run, duetName);
    const blocks = [...duets].flatMap(([name, some]) => {
      const generators = generatorSlowdowns(some);
      return some.map((block) => ({
        name,
        at: Date.parse(block.startedAt),
        slowed: (generators(block) ?? 1) >= SLOWED,
      }));
    });
    const turns = blocks.toSorted((a, b) => a.at - b.at);
    return turns.filter((block, i) => {
      const before = turns[i - 1];
      return before && before.name !== block.name && before.slowed === slowed;
    });
  });
  const share = next.filter((block) => block.slowed).length / next.length;
  return (
    `generators slowed by ${SLOWED} or more in ${(100 * share).toFixed(0)} % of the ${next.length} blocks ` +
    `after one of another duet in which they were ${slowed ? "" : "not "}so`
  );
}

function pointsOf(blocks: readonly BlockRecord[]): Point[] {
  const best = bestTick(blocks);
  if (best === null) return [];
  const cells = blocks.filter(({ role, core }) => role === "cell" && core);
  return [...Map.groupBy(cells, duetName).values()].flatMap((cell) => {
    const generators = generatorSlowdowns(cell);
    const all = cell
      .map((block) => ({
        servers: serverSlowdown(block, best) ?? 1,
        generators: generators(block),
        ratio: logRatios([block])[0] ?? 0,
      }))
      .toSorted((a, b) => slower(a) - slower(b));
    const calm = all.filter((block, i) => slower(block) < CALM || i < 3);
    const middle = median(calm.map(({ ratio }) => ratio));
    return all.map(({ ratio, ...by }) => ({ ...by, off: ratio - middle }));
  });
}

function slower({ servers, generators }: Omit<Point, "off">): number {
  return Math.max(servers, generators ?? 1);
}

/** Older journals tell how busy the busiest generator CPU was: where there is but one, the same. */
function withGeneratorSeconds(block: BlockRecord): BlockRecord {
  const { machine, sides } = block;
  if (!machine || !sides || machine.generatorBusy === null) return block;
  const { generatorSeconds = machine.generatorBusy * sides.target.loadSeconds } = machine;
  return { ...block, machine: { ...machine, generatorSeconds } };
}

function describe(some: readonly Point[]): string {
  const mean = (of: (point: Point) => number) =>
    some.reduce((sum, point) => sum + of(point), 0) / some.length;
  const far = 100 * Math.sqrt(mean(({ off }) => off ** 2));
  const bias = 100 * mean(({ off }) => off);
  return `${some.length} blocks, off by ${far.toFixed(1)} % (root mean square), ${bias.toFixed(1)} % on average`;
}
