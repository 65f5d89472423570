// Prints what a run would cost on several numbers of machines. Nothing is measured: every metric comes from the plan.
// Usage: pnpm --filter @deadheat/bench perf:scale --profile full --shards 1,10,100
import { Command } from "commander";
import { floors, type OfCell } from "@deadheat/journal";
import { integers } from "deadheat/cli";
import { addSelection, requestOf } from "../src/cli/run.ts";
import { cellName, deal, dealtSeconds, type Deal, type DealtCell } from "@deadheat/runner";
import { buildPlan, type Plan } from "../src/plan/build.ts";
import { selectionOf, type Selection } from "../src/plan/selection.ts";

/** The cost of a run on a number of machines, computed from the plan. */
export interface MachinesCost {
  readonly machines: number;
  /** The time until the last machine is ready. */
  readonly seconds: number;
  /** The time of all machines together. */
  readonly machineSeconds: number;
  /** The share of that time for the A/A row and the anchors, which every machine measures. */
  readonly sharedShare: number;
  /** The smallest and the largest number of cells of a machine. */
  readonly cells: readonly [number, number];
  /** The number and size of journals in the cache afterwards: one for each target of each machine. */
  readonly artifacts: number;
  readonly bytes: number;
  /** The time until the last machine is ready if one framework was edited and the rest is cached: the slowest case. */
  readonly edited: { readonly framework: string; readonly seconds: number } | null;
}

/** The size of a journal, by its contents, as measured. */
const HEADER_BYTES = 5000;
const RECORD_BYTES = 1150;

/** Returns the costs of a selection on `machines` machines. */
export function costOf(selection: Selection, machines: number): MachinesCost {
  const within = selection.size.withinSeconds;
  const plan = planOf(selection);
  const dealt = deal(plan, machines);
  const { shared, own } = dealt;
  const planned = dealtSeconds(own.flat());
  const counts = own.map((cells) => cells.length + shared.length);
  // A time limit does not apply to what is measured alone.
  const alone = deal({ ...plan, duets: [] }, 1).own[0] ?? [];
  const share = (cells: readonly DealtCell[]) => {
    const names = new Set(cells.map(cellName));
    const seconds = dealtSeconds(cells);
    if (within === null) return seconds;
    return Math.min(
      seconds,
      within + dealtSeconds(alone.filter((cell) => names.has(cellName(cell)))),
    );
  };
  const each = own.map((cells) => share([...shared, ...cells]));
  const machineSeconds = each.reduce((sum, seconds) => sum + seconds, 0);
  const journals = own.map((cells) => new Set([...shared, ...cells].map(({ target }) => target)));
  const artifacts = journals.reduce((sum, targets) => sum + targets.size, 0);
  return {
    machines,
    seconds: Math.max(...each),
    machineSeconds,
    sharedShare: (machines * dealtSeconds(shared)) / (machines * dealtSeconds(shared) + planned),
    cells: [Math.min(...counts), Math.max(...counts)],
    artifacts,
    bytes: artifacts * HEADER_BYTES + recordsOf(plan, dealt) * RECORD_BYTES,
    edited: longestEdit(dealt, within ?? Infinity),
  };
}

function planOf({ targets, scenarios, size, load }: Selection): Plan {
  return buildPlan(targets, scenarios, size.rounds, load, 0, size.modes);
}

function recordsOf({ duets, sweeps, openLoops, costs }: Plan, { shared, own }: Deal): number {
  const everywhere = new Set(shared.map(cellName));
  const times = (cell: OfCell) => (everywhere.has(cellName(cell)) ? own.length : 1);
  return [
    ...[...duets, ...costs].map((pair) => pair.rounds * times(pair)),
    ...[...sweeps, ...openLoops].map((cell) => cell.steps * times(cell)),
  ].reduce((sum, some) => sum + some, 0);
}

const floorFrameworks = new Set(Object.values(floors).map((floor) => floor.split("/")[0]));

/** Returns the slowest edit of a framework. Floors are left out: their edit measures all of a runtime again. */
function longestEdit({ shared, own }: Deal, within: number): MachinesCost["edited"] {
  const names = [...shared, ...own.flat()].map(({ target }) => target.split("/")[0] as string);
  const frameworks = new Set(names.filter((name) => !floorFrameworks.has(name)));
  const edits = [...frameworks].map((framework) => {
    const of = (cells: readonly DealtCell[]) =>
      dealtSeconds(cells.filter(({ target }) => target.startsWith(`${framework}/`)));
    return { framework, seconds: Math.min(within, of(shared) + Math.max(...own.map(of))) };
  });
  return edits.toSorted((a, b) => b.seconds - a.seconds)[0] ?? null;
}

const columns = [
  "machines",
  "until ready",
  "together",
  "shared",
  "cells of one",
  "in the cache",
  "one framework edited",
];

export function renderCosts(selection: Selection, costs: readonly MachinesCost[]): string {
  const rows = costs.map((on) => [
    String(on.machines),
    hours(on.seconds),
    hours(on.machineSeconds),
    `${(100 * on.sharedShare).toFixed(0)} %`,
    on.cells[0] === on.cells[1] ? String(on.cells[0]) : on.cells.join(" to "),
    `${on.artifacts} journals, ${(on.bytes / 1e6).toFixed(1)} MB`,
    on.edited === null ? "-" : `${hours(on.edited.seconds)} (${on.edited.framework})`,
  ]);
  const table = [columns, ...rows];
  const widths = columns.map((_, i) => Math.max(...table.map((row) => row[i]?.length ?? 0)));
  const lines = table.map((row) => row.map((text, i) => text.padStart(widths[i] ?? 0)).join("  "));
  return `${headOf(selection)}\n${lines.join("\n")}\n`;
}

function headOf(selection: Selection): string {
  const plan = planOf(selection);
  const [inDuets = []] = deal({ ...plan, sweeps: [], openLoops: [], costs: [] }, 1).own;
  const rounds = plan.duets.reduce((sum, duet) => sum + duet.rounds, 0);
  const { profile, scenarios, size } = selection;
  const limit =
    size.withinSeconds === null ? "" : `; each machine stops after ${hours(size.withinSeconds)}`;
  return (
    `${profile.name}: ${new Set(plan.cells.map(({ target }) => target)).size} targets x ` +
    `${scenarios.length} scenarios, ${plan.cells.length} cells, ` +
    `${rounds} rounds of ${(dealtSeconds(inDuets) / Math.max(1, rounds)).toFixed(1)} s${limit}`
  );
}

function hours(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return `${Math.round(seconds)} s`;
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

if (import.meta.main) {
  const command = addSelection(new Command("perf:scale"))
    .option("--shards <list>", "numbers of machines: 1,10,100", integers, [1, 10, 100])
    .parse();
  const options = command.opts();
  const shards: number[] = options.shards;
  const request = requestOf(options);
  const costs = shards.map((machines) => costOf(selectionOf(request, machines), machines));
  console.log(renderCosts(selectionOf(request, shards[0]), costs));
}
