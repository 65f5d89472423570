import { estimate, meanInterval, sum, type LogEstimate } from "@deadheat/stats";
import type { Cell } from "./documents/result.ts";
import { efficiency } from "./rounds.ts";

type MeanInterval = ReturnType<typeof meanInterval>;

/** The CPU seconds of a page on a server, and over the servers that it builds on, with 95 % intervals. */
export interface PageCost {
  readonly cell: Cell;
  readonly cpu: MeanInterval;
  /** Over the reference in the same rounds: the renderer of a framework, the floor of a renderer. */
  readonly over: MeanInterval;
  /** Over the floor: `over`, and what the reference costs over its own reference. */
  readonly overFloor: MeanInterval;
}

/**
 * Returns the cost of each page that was measured against a named reference. Each round gives a difference of two servers
 * at the same moment on the same CPU. Unlike a ratio times one server's time, the interval of the differences contains how
 * much the times themselves vary.
 */
export function pageCosts(cells: readonly Cell[]): PageCost[] {
  const overs = new Map<string, LogEstimate>();
  const keyOf = (target: string, { scenario }: Cell) => `${target} ${scenario}`;
  const sidesOf = (cell: Cell) =>
    cell.efficiency?.toFloor.rounds.flatMap((round) => round.sides ?? []) ?? [];
  const measured = cells.filter((cell) => cell.against !== undefined && sidesOf(cell).length > 1);
  const each = (side: Parameters<typeof efficiency>[0]) => 1 / efficiency(side);
  for (const cell of measured) {
    const over = sidesOf(cell).map((side) => each(side.new) - each(side.base));
    overs.set(keyOf(cell.target, cell), estimate(over));
  }
  return measured.map((cell) => {
    const over = overs.get(keyOf(cell.target, cell)) as LogEstimate;
    const below = overs.get(keyOf(cell.against ?? "", cell));
    return {
      cell,
      cpu: meanInterval(estimate(sidesOf(cell).map((side) => each(side.new)))),
      over: meanInterval(over),
      overFloor: meanInterval(below ? sum(over, below) : over),
    };
  });
}
