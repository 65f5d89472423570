import type { Cell, Result } from "@deadheat/judge";
import type { Ratio } from "@deadheat/stats";
import { formatHalfWidth, formatInterval, formatRank, formatRatio } from "../format.ts";
import type { Inline } from "./blocks.ts";
import { instanceColumn } from "./instances.ts";
import { bottleneckWords } from "./notes.ts";
import {
  coreSentence,
  eachRequest,
  eachWords,
  overFloor,
  overWords,
  type Costly,
} from "./request-cost.ts";
import { left, right, type Filled } from "./section.ts";

type RankingColumn = Filled<Cell, Inline>;

export const INTERVAL = "95 % interval";
export const HALF_WIDTH = "±";

/** Returns the columns that every format has: the first ones, which are never left out, and the others. */
export function rankingColumns(
  cells: readonly Cell[],
  result: Result,
  nameOf: (cell: Cell) => Inline,
): { readonly first: RankingColumn[]; readonly others: RankingColumn[] } {
  const { floors } = result;
  const across = isAcross(cells);
  const costs = requestCosts(cells, result);
  const isFloorRow = ({ target, runtime }: Cell) => target === floors[runtime];
  const own = (columns: readonly RankingColumn[]) =>
    columns.map(([column, of]): RankingColumn => [{ ...column, own: true }, of]);
  return {
    first: [
      [right("#"), ({ rank }) => (rank ? formatRank(rank) : "")],
      [left("target"), nameOf],
      ...own([
        ...(across
          ? ratioColumns("to node:http", ({ target }) =>
              target === floors.node ? "reference" : null,
            )
          : ratioColumns("to floor", (cell) => (isFloorRow(cell) ? "floor" : null))),
        [right("µs per request"), (cell) => text(costs.get(cell)?.each, eachWords)],
        [
          right("overhead, µs"),
          (cell) => (isFloorRow(cell) ? "floor" : text(costs.get(cell)?.over, overWords)),
        ],
      ]),
    ],
    others: [
      ...own(across ? toFloorColumns(isFloorRow) : []),
      [right("n", 2), ({ efficiency }) => String(efficiency?.toFloor.n ?? "")],
      [left("bottleneck", 6), bottleneckWords],
      ...instanceColumn(result),
      [left("version", 7), ({ version }) => version],
      [left("tie", 1), ({ tieGroup }) => tieGroup.join("")],
    ],
  };
}

function text<T>(of: T | null | undefined, words: (of: T) => string): string {
  return of === null || of === undefined ? "" : words(of);
}

/** Returns whether a scenario's ratios are to node:http, across runtimes. */
export function isAcross(cells: readonly Cell[]): boolean {
  return cells.some((cell) => cell.efficiency?.toNodeHttp);
}

/**
 * Returns the CPU time of a request of each ranked cell. All times are on the scale of one server, so that their
 * proportions are the ratios: of node-http/node, or in a scenario without Node of the runtime's floor.
 */
export function requestCosts(cells: readonly Cell[], { floors }: Pick<Result, "floors">) {
  const across = isAcross(cells);
  const cellOf = (target: string) => cells.find((cell) => cell.target === target);
  const costs = new Map<Cell, Costly>();
  for (const cell of cells) {
    const { target, runtime, efficiency } = cell;
    const floorCell = cellOf(floors[runtime]);
    const scale = (across ? cellOf(floors.node) : floorCell)?.cpuPerRequest ?? null;
    if (efficiency === null || scale === null) continue;
    const floor = floorCell ? eachRequest(scale, mainRatio(floorCell)).at : null;
    const over = floor === null ? null : overFloor(floor, efficiency.toFloor);
    costs.set(cell, { target, runtime, each: eachRequest(scale, mainRatio(cell)), over, floor });
  }
  return costs;
}

/** Returns a sentence for each scenario: what servers add to the floor, and at which load that is one more core. */
export function costSentences(result: Result): string[] {
  const several = result.differences.length > 1;
  return result.differences.flatMap(({ scenario }) => {
    const said = costSentence(result, scenario);
    return said === null ? [] : [several ? `${scenario}: ${said}` : said];
  });
}

/** Returns what servers of a scenario add to the floor; null if nothing is known. */
export function costSentence(result: Result, scenario: string): string | null {
  const cells = result.cells.filter((cell) => cell.scenario === scenario && cell.rank !== null);
  return coreSentence([...requestCosts(cells, result).values()], result.floors);
}

/** Returns a ranked cell's ratio to node:http, or to the floor in a scenario without Node. */
export function mainRatio({ efficiency }: Cell): Ratio {
  return efficiency!.toNodeHttp ?? efficiency!.toFloor;
}

/**
 * Returns columns for the main ratio, its half width and its interval.
 * @param itself returns a name for the reference, and null for other cells
 */
function ratioColumns(name: string, itself: (cell: Cell) => string | null): RankingColumn[] {
  return [
    [right(name), (cell) => formatRatio(mainRatio(cell).ratio)],
    [right(HALF_WIDTH, 3), (cell) => itself(cell) ?? formatHalfWidth(mainRatio(cell))],
    [left(INTERVAL, 9), (cell) => (itself(cell) === null ? formatInterval(mainRatio(cell)) : "")],
  ];
}

function toFloorColumns(isFloorRow: (cell: Cell) => boolean): RankingColumn[] {
  const toFloor = ({ efficiency }: Cell) => efficiency?.toFloor;
  return [
    [right("to floor", 5), (cell) => formatRatio(toFloor(cell)?.ratio)],
    [left(INTERVAL, 5), (cell) => (isFloorRow(cell) ? "floor" : formatInterval(toFloor(cell)))],
  ];
}
