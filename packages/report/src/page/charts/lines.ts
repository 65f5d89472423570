import type { Cell } from "../../view/data/page-data.ts";
import {
  axis,
  narrow,
  symbols,
  type Colors,
  type CustomSeriesOption,
  type EChartsCoreOption,
} from "./kit.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
  readonly tip: string;
  /** Of its interval, where there is one. */
  readonly lo?: number | null;
  readonly hi?: number | null;
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

/** As many lines as can be told apart; the best ranked ones come first. */
export const MOST_LINES = 12;

/** Lines of targets, in their runtime's colour and shape, with their names at their ends. */
export function linesOption(lines: readonly Line[], axes: Axes, colors: Colors): EChartsCoreOption {
  return {
    grid: { left: 84, right: narrow() ? 90 : 150, top: 16, bottom: 48 },
    xAxis: { ...axis(colors, ""), ...axes.x },
    yAxis: { ...axis(colors, ""), ...axes.y },
    series: lines.flatMap(({ cell, points }) => {
      const color = colors.runtime[cell.runtime];
      const drawn = {
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
      return [whiskers(points, color), drawn];
    }),
  };
}

/** The intervals of a line's points. */
function whiskers(points: readonly Point[], color: string): CustomSeriesOption {
  return {
    type: "custom",
    silent: true,
    encode: { x: 0, y: [1, 2] },
    data: points.flatMap(({ x, lo, hi }) =>
      typeof lo === "number" && typeof hi === "number" ? [[x, lo, hi]] : [],
    ),
    renderItem: (_, api) => {
      const [[x = 0, y1 = 0], [, y2 = 0]] = [1, 2].map((dimension) =>
        api.coord([Number(api.value(0)), Number(api.value(dimension))]),
      ) as [number[], number[]];
      const style = { stroke: color, lineWidth: 4, opacity: 0.5 };
      return { type: "line", shape: { x1: x, x2: x, y1, y2 }, style };
    },
  };
}
