import type { Cell } from "../../view/data.ts";
import { axis, symbols, type Colors, type EChartsCoreOption } from "./kit.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
  readonly tip: string;
  /** Drawn hollow: known to be at least this. */
  readonly hollow?: boolean;
}

export interface Line {
  readonly cell: Cell;
  readonly points: readonly Point[];
}

export interface Axes {
  readonly x: object;
  readonly y: object;
  readonly dashed?: boolean;
}

/** A phone's width leaves less room for names. */
export function narrow(): boolean {
  return innerWidth < 520;
}

/** As many lines as can be told apart; the best ranked ones come first. */
export const MOST_LINES = 12;

/** Lines of targets, in their runtime's colour and shape, with their names at their ends. */
export function linesOption(lines: readonly Line[], axes: Axes, colors: Colors): EChartsCoreOption {
  return {
    grid: { left: 84, right: narrow() ? 90 : 150, top: 16, bottom: 48 },
    xAxis: { ...axis(colors, ""), ...axes.x },
    yAxis: { ...axis(colors, ""), ...axes.y },
    series: lines.map(({ cell, points }) => {
      const color = colors.runtime[cell.runtime];
      return {
        type: "line",
        name: cell.target,
        symbol: symbols[cell.runtime],
        symbolSize: 9,
        showAllSymbol: true,
        lineStyle: { color, width: 2, type: axes.dashed === true ? "dashed" : "solid" },
        itemStyle: { color },
        emphasis: { focus: "series" },
        endLabel: {
          show: true,
          formatter: cell.target,
          color: colors.ink,
          fontSize: 11,
          lineHeight: 15,
          distance: 8,
        },
        labelLayout: { moveOverlap: "shiftY" },
        labelLine: { show: false },
        data: points.map(({ x, y, tip, hollow }) => ({
          value: [x, y],
          target: cell.target,
          tip,
          itemStyle:
            hollow === true
              ? { color: colors.paper, borderColor: color, borderWidth: 2 }
              : { color },
        })),
      };
    }),
  };
}
