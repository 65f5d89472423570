import type { Cell } from "@deadheat/judge";
import { formatRank } from "@deadheat/judge/known";
import { formatCount, formatHalfWidth, formatInterval, formatRatio } from "../format.ts";
import { verdictWords } from "./notes.ts";
import { left, right, type Column, type Filled } from "./section.ts";

/** One column of a ranking, and what a ranked cell has in it. */
export type RankingColumn = Filled<Cell>;

/** Those that are the same wherever a ranking is drawn. */
export const rankingColumns = {
  rank: [right("#"), ({ rank }) => (rank ? formatRank(rank) : "")],
  speed: [right("req/CPU-s", 3), (cell) => formatCount(cell.requestsPerCpuSecond ?? 0)],
  blocks: [right("n", 4), ({ efficiency }) => String(efficiency?.toFloor.n ?? "")],
  verdict: [left("verdict", 5), verdictWords],
  tie: [left("tie", 7), ({ tieGroup }) => tieGroup.join("")],
} as const satisfies Readonly<Record<string, RankingColumn>>;

export const INTERVAL = "95 %";
export const HALF_WIDTH = "±";

/** A ratio, its half width, its interval. Of what is the reference itself `itself` says what it is. */
export function ratioColumns(
  heading: Column,
  ratioOf: (cell: Cell) => { ratio: number; lo: number; hi: number } | null | undefined,
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
