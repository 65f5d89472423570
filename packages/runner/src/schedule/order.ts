import { randomFor, shuffled } from "@deadheat/measure";
import type { Duet } from "@deadheat/journal";

/** A round that is due. Stage 2 is for further rounds, after the planned ones. */
export interface DueRound {
  readonly target: string;
  readonly scenario: string;
  readonly n: number;
  readonly stage: 1 | 2;
}

/** A visit to a target: at most one round of each of its cells. */
interface DueVisit {
  readonly target: string;
  readonly rounds: readonly DueRound[];
}

/** Returns the number of a duet's planned rounds that are measured by the end of `pass` of `passes`. */
export function shareOf(rounds: number, pass: number, passes: number): number {
  return Math.ceil((rounds * Math.min(pass, passes)) / passes);
}

export function plannedRounds(
  { duets, passes }: { readonly duets: readonly Duet[]; readonly passes: number },
  pass: number,
): DueRound[] {
  return duets.flatMap(({ new: next, scenario, rounds }) => {
    const before = shareOf(rounds, pass - 1, passes);
    const after = shareOf(rounds, pass, passes);
    return numbered({ target: next, scenario, stage: 1 }, before, after);
  });
}

export function numbered(duet: Omit<DueRound, "n">, before: number, after: number): DueRound[] {
  const { target, scenario, stage } = duet;
  return Array.from({ length: Math.max(0, after - before) }, (_, i) => {
    return { target, scenario, n: before + i + 1, stage };
  });
}

/** The most orders that are drawn in search of one that keeps a target's visits apart. */
const DRAWS = 100;

/**
 * Returns the visits of a pass in their order. Each pass draws its own order from the seed. No target is visited twice in
 * a row while others are due. A visit has at most one round of a cell. Pure.
 * @param name the name of the pass; the order depends only on this name and on the seed
 * @param last the target of the previous visit
 */
export function orderVisits(
  due: readonly DueRound[],
  seed: number,
  name: string,
  last: string | null,
): DueVisit[] {
  const visits = [...Map.groupBy(due, ({ target }) => target)].flatMap(([target, rounds]) =>
    oneOfEach(rounds).map((some) => ({ target, rounds: some })),
  );
  const repeats = (order: readonly DueVisit[]) =>
    order.filter(({ target }, i) => target === (i === 0 ? last : order[i - 1]?.target)).length;
  let best = visits;
  for (let draw = 0; draw < DRAWS; draw++) {
    const order = shuffled(visits, randomFor(seed, "visits", name, draw));
    if (draw === 0 || repeats(order) < repeats(best)) best = order;
    if (repeats(best) === 0) break;
  }
  // The draw decides only the order of targets. The visits of one target keep the order of their rounds.
  const inTurn = Map.groupBy(visits, ({ target }) => target);
  return best.map(({ target }) => inTurn.get(target)?.shift() as DueVisit);
}

/** Splits the rounds of one target: the first one of each cell, then the second one of each, and so on. */
function oneOfEach(rounds: readonly DueRound[]): DueRound[][] {
  const byCell = [...Map.groupBy(rounds, ({ scenario }) => scenario).values()];
  const most = Math.max(...byCell.map((some) => some.length));
  return Array.from({ length: most }, (_, i) => byCell.flatMap((some) => some[i] ?? []));
}
