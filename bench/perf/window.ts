// How long a window should be: from journals, what the blocks of each duet spread by within a window and
// between processes, and the window with which a given time yields the tightest interval.
//   npx -y pnpm@12.21.0 --filter @deadheat/bench window JOURNAL...
import process from "node:process";
import { estimate, type LogEstimate } from "@deadheat/stats";
import { driftOf, logRatios } from "../src/analyse.ts";
import { readJournal } from "../src/journal.ts";
import { duetName } from "../src/plan.ts";
import type { BlockRecord } from "../src/record.ts";
import { absolute } from "../src/run-folder.ts";

/** A block that was measured. */
type Block = BlockRecord & { readonly sides: NonNullable<BlockRecord["sides"]> };

/** The same duets, one group a journal: only within a journal do blocks have one mean. */
const duets = new Map<string, Block[][]>();
for (const path of process.argv.slice(2)) {
  const { records } = await readJournal(absolute(path));
  const blocks = records.filter((record): record is Block => "sides" in record && !!record.sides);
  for (const [name, group] of Map.groupBy(blocks, nameOf)) {
    if (group.length > 1) duets.set(name, [...(duets.get(name) ?? []), group]);
  }
}
for (const [name, groups] of duets) console.log(`${name}: ${describe(groups)}`);
if (duets.size === 0) {
  console.error(
    "give journals (results/runs/<run>/journal/*.jsonl) with two blocks or more of a duet",
  );
  process.exitCode = 2;
}

function nameOf(block: Block): string {
  return `${duetName(block)}, ${block.sides.target.loadSeconds.toFixed(1)} s`;
}

function describe(groups: readonly Block[][]): string {
  const block = pooled(groups.map((group) => estimate(logRatios(group))));
  // The mean of two halves has a quarter of the variance of their difference.
  const within = pooled(groups.map(driftOf)) / 4;
  const between = Math.max(0, block - within);
  const all = groups.flat();
  const window = estimate(all.map(({ sides }) => sides.target.loadSeconds)).mean;
  const rest = estimate(all.map(({ seconds }) => seconds.total)).mean - window;
  // Kalibera and Jones, ISMM 2013: what a level costs and spreads by, over the same of the one above.
  const best = Math.sqrt((rest * within * window) / between);
  return (
    `sd of a block ${percent(block)} (${all.length} blocks), within the window ${percent(within)}, ` +
    `between processes ${percent(between)}; ${rest.toFixed(1)} s beside the window; ` +
    (Number.isFinite(best) ? `best window ${best.toFixed(1)} s` : "the longer a window the better")
  );
}

/** The variance of one block, over groups that each have a mean of their own. */
function pooled(groups: readonly LogEstimate[]): number {
  const total = (of: (group: LogEstimate) => number) => groups.reduce((sum, g) => sum + of(g), 0);
  return total(({ variance, n, df }) => variance * n * df) / total(({ df }) => df);
}

function percent(variance: number): string {
  return `${(100 * Math.sqrt(variance)).toFixed(2)} %`;
}
