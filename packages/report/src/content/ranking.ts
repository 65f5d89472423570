import type { Cell, Result } from "@deadheat/judge";
import { formatRank } from "@deadheat/judge/known";
import { formatCount, formatHalfWidth, formatInterval, formatRatio } from "../format.ts";
import { instanceColumn } from "./instances.ts";
import { verdictWords } from "./notes.ts";
import { left, right, type Column, type Filled } from "./section.ts";

export type RankingColumn = Filled<Cell>;

export const INTERVAL = "95 %";
export const HALF_WIDTH = "±";

/** The texts of a ranking that depend on the format. */
interface Drawn {
  readonly nameOf: (cell: Cell) => string;
  readonly versionOf: (cell: Cell) => string;
}

/** Returns the columns that every format has: the first ones, which are never left out, and the others. */
export function rankingColumns(
  cells: readonly Cell[],
  result: Result,
  { nameOf, versionOf }: Drawn,
): { readonly first: RankingColumn[]; readonly others: RankingColumn[] } {
  const { floors } = result;
  const across = cells.some((cell) => cell.efficiency?.toNodeHttp);
  const toFloor = (priority: number) =>
    ratioColumns(
      right("to floor", priority),
      ({ efficiency }) => efficiency?.toFloor,
      ({ target, runtime }) => (target === floors[runtime] ? "floor" : null),
    );
  const toNodeHttp = ratioColumns(right("to node:http"), mainRatio, ({ target }) =>
    target === floors.node ? "reference" : null,
  );
  return {
    first: [
      [right("#"), ({ rank }) => (rank ? formatRank(rank) : "")],
      [left("target"), nameOf],
      ...(across ? toNodeHttp : toFloor(0)),
    ],
    others: [
      ...(across ? toFloor(2) : []),
      [right("req/CPU-s", 3), (cell) => formatCount(cell.requestsPerCpuSecond ?? 0)],
      [right("n", 4), ({ efficiency }) => String(efficiency?.toFloor.n ?? "")],
      [left("verdict", 5), verdictWords],
      ...instanceColumn(result),
      [left("version", 6), versionOf],
      [left("tie", 7), ({ tieGroup }) => tieGroup.join("")],
    ],
  };
}

/** Returns a ranked cell's ratio to node:http, or to the floor in a scenario without Node. */
export function mainRatio({ efficiency }: Cell): { ratio: number; lo: number; hi: number } {
  return efficiency!.toNodeHttp ?? efficiency!.toFloor;
}

/**
 * Returns columns for a ratio, its half width and its interval.
 * @param itself returns a name for the reference, and null for other cells
 */
function ratioColumns(
  heading: Column,
  ratioOf: (cell: Cell) => { ratio: number; lo: number; hi: number } | undefined,
  itself: (cell: Cell) => string | null,
): RankingColumn[] {
  const drawn = (draw: (ratio: NonNullable<ReturnType<typeof ratioOf>>) => string) => {
    return (cell: Cell) => {
      const ratio = ratioOf(cell);
      return ratio ? draw(ratio) : "";
    };
  };
  const [halfWidth, interval] = [drawn(formatHalfWidth), drawn(formatInterval)];
  return [
    [heading, drawn(({ ratio }) => formatRatio(ratio))],
    [right(HALF_WIDTH, heading.priority), (cell) => itself(cell) ?? halfWidth(cell)],
    [left(INTERVAL, 9), (cell) => (itself(cell) === null ? interval(cell) : "")],
  ];
}
