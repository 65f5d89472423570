import { floors, runtimeOf, type OfCell } from "@deadheat/journal";
import { expectedIn, type Arranged } from "../cell/arrange.ts";
import { cellName } from "../measured.ts";
import type { OwnPart, Shard } from "./shard.ts";

/** A target in a scenario, with the approximate time of all its measures. */
interface DealtCell {
  readonly target: string;
  readonly scenario: string;
  readonly seconds: number;
}

/** The division of a plan's cells among shards. */
export interface Deal {
  /** The cells that every shard measures: the A/A row and the anchors. */
  readonly shared: readonly DealtCell[];
  /** The other cells of each shard; each cell is in one shard. */
  readonly own: readonly (readonly DealtCell[])[];
}

/** The preferred anchors: two targets on different runtimes that are in most plans and differ from their floors. */
const ANCHORS = ["express/node", "hono/bun"];

/**
 * Deals a plan's cells, whole, to `total` shards. The longest cell goes first, to the shard with the least time. Ties go to
 * the first cell by name, and to the first shard. So no shard takes more than 4/3 of the shortest time that is possible
 * (Graham, SIAM Journal on Applied Mathematics 17, 1969). Pure: the deal must be the same on every machine, so the plan
 * must not depend on the services of one machine.
 */
export function deal(plan: Arranged, total: number): Deal {
  const cells = cellsOf(plan);
  const shared = total === 1 ? [] : sharedOf(plan, cells);
  const own = Array.from({ length: total }, (): DealtCell[] => []);
  const loads = own.map(() => 0);
  for (const cell of cells.filter((one) => !shared.includes(one)).toSorted(longestFirst)) {
    const least = loads.indexOf(Math.min(...loads));
    own[least]?.push(cell);
    loads[least] = (loads[least] ?? 0) + cell.seconds;
  }
  return { shared, own };
}

export function dealtSeconds(cells: readonly DealtCell[]): number {
  return cells.reduce((sum, { seconds }) => sum + seconds, 0);
}

export function longestShard({ shared, own }: Deal): number {
  return dealtSeconds(shared) + Math.max(...own.map(dealtSeconds));
}

/** Returns the part of a plan that one shard measures. A target that can be measured nowhere is in every part. */
export function planOfShard<
  P extends Arranged & { readonly targets: readonly { readonly name: string }[] },
>(plan: P, { shared, own }: Deal, { index }: Shard): P {
  const cells = [...shared, ...(own[index - 1] ?? [])];
  const names = new Set(cells.map(cellName));
  const targets = new Set(cells.map(({ target }) => target));
  const dealt = new Set([...shared, ...own.flat()].map(({ target }) => target));
  const isOwn = (cell: OfCell) => names.has(cellName(cell));
  return {
    ...plan,
    targets: plan.targets.filter(({ name }) => targets.has(name)),
    cells: plan.cells.filter(isOwn),
    duets: plan.duets.filter(isOwn),
    sweeps: plan.sweeps.filter(isOwn),
    openLoops: plan.openLoops.filter(isOwn),
    costs: plan.costs.filter(isOwn),
    unsupported: plan.unsupported.filter(({ target }) => targets.has(target) || !dealt.has(target)),
    seconds: dealtSeconds(cells),
  };
}

/** Returns the facts about other shards that decide the settings of this one. */
export function partOf({ shared, own }: Deal, shard: Shard): OwnPart {
  const elsewhere = new Map<string, Set<string>>();
  for (const { target, scenario } of own.filter((_, i) => i !== shard.index - 1).flat()) {
    elsewhere.set(target, (elsewhere.get(target) ?? new Set()).add(scenario));
  }
  return { shard, elsewhere, shared: new Set(shared.map(({ target }) => target)) };
}

function cellsOf(plan: Arranged): DealtCell[] {
  const seconds = new Map<string, number>();
  for (const { cell, steps, secondsEach } of expectedIn(plan)) {
    const name = cellName(cell);
    seconds.set(name, (seconds.get(name) ?? 0) + steps * secondsEach);
  }
  return plan.cells.map(({ target, scenario }) => {
    return { target, scenario, seconds: seconds.get(cellName({ target, scenario })) ?? 0 };
  });
}

function longestFirst(a: DealtCell, b: DealtCell): number {
  return b.seconds - a.seconds || (cellName(a) < cellName(b) ? -1 : 1);
}

/**
 * Returns the cells that every shard measures: the A/A row and two anchors of the first scenario. They show how
 * the machines differ. The anchors are express/node and hono/bun if both are in the plan. Otherwise they are the longest
 * cell, and the longest cell on another runtime.
 */
function sharedOf(plan: Arranged, cells: readonly DealtCell[]): DealtCell[] {
  const duets = plan.duets.length > 0 ? plan.duets : plan.costs;
  const floor = duets.find(({ role, new: next }) => role === "aa" && next === floors.node);
  const scenario = (floor ?? duets[0])?.scenario;
  const roles = new Map(
    duets.filter((duet) => duet.scenario === scenario).map((duet) => [cellName(duet), duet.role]),
  );
  const of = (role: string) => cells.filter((cell) => roles.get(cellName(cell)) === role);
  const targets = of("cell").toSorted(longestFirst);
  const chosen = targets.filter(({ target }) => ANCHORS.includes(target));
  if (chosen.length === ANCHORS.length) return [...of("aa"), ...chosen];
  const [first, ...others] = targets;
  if (first === undefined) return of("aa");
  const second =
    others.find(({ target }) => runtimeOf(target) !== runtimeOf(first.target)) ?? others[0];
  return [...of("aa"), first, ...(second ? [second] : [])];
}
