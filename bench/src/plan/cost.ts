import { floors } from "@deadheat/journal";
import { buildPlan } from "./build.ts";
import { deal, nameOf, secondsOf, type Deal, type DealtCell } from "./deal.ts";
import type { Plan } from "./plan.ts";
import type { Selection } from "./selection.ts";

/** What a run would cost, before anything is measured. */
export interface Cost {
  readonly profile: string;
  readonly targets: number;
  readonly scenarios: number;
  readonly cells: number;
  readonly blocks: number;
  /** Of a block, on average. */
  readonly blockSeconds: number;
  /** After which no further block is begun, on each machine; null: none. */
  readonly withinSeconds: number | null;
  readonly machines: readonly MachinesCost[];
}

/** On so many machines, by the plan. */
export interface MachinesCost {
  readonly machines: number;
  /** Until the last one is ready. */
  readonly seconds: number;
  /** All of them together. */
  readonly machineSeconds: number;
  /** Of those, what every machine measures: the A/A row and the anchors. */
  readonly sharedShare: number;
  /** Cells of the machine with the fewest and of that with the most. */
  readonly cells: readonly [number, number];
  /** What the cache holds afterwards: a journal of each target of each machine. */
  readonly artifacts: number;
  readonly bytes: number;
  /** Until the last one is ready when one framework was edited and all else is in the cache: of all that which takes longest. */
  readonly edited: { readonly framework: string; readonly seconds: number } | null;
}

/** Bytes of a journal, by what is in it: measured. */
const HEADER_BYTES = 5000;
const RECORD_BYTES = 1150;

export function costOf(selection: Selection, machines: readonly number[]): Cost {
  const { targets, scenarios, size, load, profile } = selection;
  const plan = buildPlan(targets, scenarios, size.blocks, load, 0, size.modes);
  const blocks = plan.duets.reduce((sum, duet) => sum + duet.blocks, 0);
  const [inDuets = []] = deal({ ...plan, sweeps: [], openLoops: [], costs: [] }, 1).own;
  return {
    profile: profile.name,
    targets: new Set(plan.cells.map(({ target }) => target)).size,
    scenarios: scenarios.length,
    cells: plan.cells.length,
    blocks,
    blockSeconds: blocks === 0 ? 0 : secondsOf(inDuets) / blocks,
    withinSeconds: size.withinSeconds,
    machines: machines.map((count) => onMachines(plan, count, size.withinSeconds)),
  };
}

function onMachines(plan: Plan, machines: number, within: number | null): MachinesCost {
  const dealt = deal(plan, machines);
  const { shared, own } = dealt;
  const planned = secondsOf(own.flat());
  const counts = own.map((cells) => cells.length + shared.length);
  // What is measured alone is measured in any case.
  const alone = deal({ ...plan, duets: [] }, 1).own[0] ?? [];
  const share = (cells: readonly DealtCell[]) => {
    const names = new Set(cells.map(nameOf));
    const seconds = secondsOf(cells);
    if (within === null) return seconds;
    return Math.min(seconds, within + secondsOf(alone.filter((cell) => names.has(nameOf(cell)))));
  };
  const each = own.map((cells) => share([...shared, ...cells]));
  const machineSeconds = each.reduce((sum, seconds) => sum + seconds, 0);
  const journals = own.map((cells) => new Set([...shared, ...cells].map(({ target }) => target)));
  const artifacts = journals.reduce((sum, targets) => sum + targets.size, 0);
  return {
    machines,
    seconds: Math.max(...each),
    machineSeconds,
    sharedShare: (machines * secondsOf(shared)) / (machines * secondsOf(shared) + planned),
    cells: [Math.min(...counts), Math.max(...counts)],
    artifacts,
    bytes: artifacts * HEADER_BYTES + recordsOf(plan, dealt) * RECORD_BYTES,
    edited: longestEdit(dealt, within ?? Infinity),
  };
}

function recordsOf({ duets, sweeps, openLoops, costs }: Plan, { shared, own }: Deal): number {
  const everywhere = new Set(shared.map(nameOf));
  const times = (cell: Pick<DealtCell, "target" | "scenario">) =>
    everywhere.has(nameOf(cell)) ? own.length : 1;
  return [
    ...[...duets, ...costs].map((pair) => pair.blocks * times(pair)),
    ...[...sweeps, ...openLoops].map((cell) => cell.steps * times(cell)),
  ].reduce((sum, some) => sum + some, 0);
}

const floorFrameworks = new Set(Object.values(floors).map((floor) => floor.split("/")[0]));

/** A floor's edit is another matter: everything on its runtime is measured again. */
function longestEdit({ shared, own }: Deal, within: number): MachinesCost["edited"] {
  const names = [...shared, ...own.flat()].map(({ target }) => target.split("/")[0] as string);
  const frameworks = new Set(names.filter((name) => !floorFrameworks.has(name)));
  const edits = [...frameworks].map((framework) => {
    const of = (cells: readonly DealtCell[]) =>
      secondsOf(cells.filter(({ target }) => target.startsWith(`${framework}/`)));
    return { framework, seconds: Math.min(within, of(shared) + Math.max(...own.map(of))) };
  });
  return edits.toSorted((a, b) => b.seconds - a.seconds)[0] ?? null;
}
