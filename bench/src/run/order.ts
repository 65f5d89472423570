import { randomFor, shuffled } from "@deadheat/measure";
import type { Plan } from "../plan/plan.ts";

/** A block that is due: of which duet, and whether it is beyond the planned ones. */
export interface DueBlock {
  readonly target: string;
  readonly scenario: string;
  readonly n: number;
  readonly stage: 1 | 2;
}

/** What is due of one target at once: a block of each of some of its cells. */
export interface DueVisit {
  readonly target: string;
  readonly blocks: readonly DueBlock[];
}

/** How many of a duet's planned blocks are measured after `round` of `rounds`. */
export function shareOf(blocks: number, round: number, rounds: number): number {
  return Math.ceil((blocks * Math.min(round, rounds)) / rounds);
}

/** The planned blocks that a round adds to those of the rounds before. Pure. */
export function plannedBlocks(
  { duets, rounds }: Pick<Plan, "duets" | "rounds">,
  round: number,
): DueBlock[] {
  return duets.flatMap(({ target, scenario, blocks }) => {
    const [before, after] = [round - 1, round].map((r) => shareOf(blocks, r, rounds));
    return numbered({ target, scenario, stage: 1 }, before ?? 0, after ?? 0);
  });
}

/** The blocks of a duet after the first `before`, up to `after`. */
export function numbered(duet: Omit<DueBlock, "n">, before: number, after: number): DueBlock[] {
  const { target, scenario, stage } = duet;
  return Array.from({ length: Math.max(0, after - before) }, (_, i) => {
    return { target, scenario, n: before + i + 1, stage };
  });
}

/** So many orders are drawn until one keeps a target's visits apart. */
const DRAWS = 100;

/**
 * The visits of a round in the order in which they are paid: drawn from the seed, anew for each round, and so that no
 * target is visited twice in a row while others are due. A visit has at most one block of a cell. Pure.
 *
 * @param name of the round: what is drawn depends on it and the seed alone
 * @param last the target of the visit before
 */
export function orderVisits(
  due: readonly DueBlock[],
  seed: number,
  name: string,
  last: string | null,
): DueVisit[] {
  const visits = [...Map.groupBy(due, ({ target }) => target)].flatMap(([target, blocks]) =>
    oneOfEach(blocks).map((some) => ({ target, blocks: some })),
  );
  const repeats = (order: readonly DueVisit[]) =>
    order.filter(({ target }, i) => target === (i === 0 ? last : order[i - 1]?.target)).length;
  let best = visits;
  for (let draw = 0; draw < DRAWS; draw++) {
    const order = shuffled(visits, randomFor(seed, "visits", name, draw));
    if (draw === 0 || repeats(order) < repeats(best)) best = order;
    if (repeats(best) === 0) break;
  }
  // Whichever of a target's visits were drawn first: they are paid in the order of their blocks.
  const inTurn = Map.groupBy(visits, ({ target }) => target);
  return best.map(({ target }) => inTurn.get(target)?.shift() as DueVisit);
}

/** The blocks of one target, the first one of each cell, then the second one, and so on. */
function oneOfEach(blocks: readonly DueBlock[]): DueBlock[][] {
  const byCell = [...Map.groupBy(blocks, ({ scenario }) => scenario).values()];
  const most = Math.max(...byCell.map((some) => some.length));
  return Array.from({ length: most }, (_, i) => byCell.flatMap((some) => some[i] ?? []));
}
