import type { Cell } from "../../view/data/page-data.ts";
import { axis, narrow, symbols, type Colors, type CustomSeriesOption, type Figure } from "./kit.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
  readonly tip: string;
  /** The ends of its interval, if it has one. */
  readonly lo?: number | undefined;
  readonly hi?: number | undefined;
  /** Whether the value is a lower bound. Its mark is then hollow. */
  readonly hollow?: boolean;
}

export interface Line {
  readonly cell: Cell;
  readonly points: readonly Point[];
}

interface LinesFigure extends Omit<Figure, "option"> {
  readonly lines: readonly Line[];
  readonly x: Axis;
  readonly y: Axis;
  readonly dashed?: boolean;
}

interface Axis {
  readonly type: "value" | "category" | "log";
  readonly axisLabel?: object;
  readonly [option: string]: unknown;
}

/** The largest number of lines that a reader can tell apart. The best ranked targets have one. */
export const MOST_LINES = 12;

/** Returns a chart of lines in their runtime's colour and shape, with the target's name at the end of each. */
export function linesFigure({ lines, x, y, dashed = false, ...figure }: LinesFigure): Figure {
  const drawn = (of: Axis, colors: Colors) => ({
    ...axis(colors, ""),
    ...of,
    axisLabel: { color: colors.quiet, hideOverlap: true, ...of.axisLabel },
  });
  return {
    ...figure,
    option: (colors) => ({
      grid: { left: 84, right: narrow() ? 90 : 150, top: 16, bottom: 48 },
      xAxis: drawn({ splitLine: { show: false }, ...x }, colors),
      yAxis: drawn({ nameGap: 62, ...y }, colors),
      series: lines.flatMap((line) => {
        const color = colors.runtime[line.cell.runtime];
        return [whiskers(line.points, color), series(line, color, colors, dashed)];
      }),
    }),
  };
}

function series({ cell, points }: Line, color: string, colors: Colors, dashed: boolean) {
  return {
    type: "line",
    name: cell.target,
    symbol: symbols[cell.runtime],
    symbolSize: 9,
    showAllSymbol: true,
    lineStyle: { color, width: 2, type: dashed ? "dashed" : "solid" },
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
      itemStyle: hollow ? { color: colors.paper, borderColor: color, borderWidth: 2 } : { color },
    })),
  };
}

/** Draws the intervals of a line's points. */
function whiskers(points: readonly Point[], color: string): CustomSeriesOption {
  return {
    type: "custom",
    silent: true,
    encode: { x: 0, y: [1, 2] },
    data: points.flatMap(({ x, lo, hi }) =>
      lo === undefined || hi === undefined ? [] : [[x, lo, hi]],
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
