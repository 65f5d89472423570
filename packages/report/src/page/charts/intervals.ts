import { formatInterval, formatRatio } from "../../format.ts";
import { runtimes, type Cell, type Interval, type Runtime } from "../../view/data/page-data.ts";
import { runtimeName } from "../../view/parts/marks.ts";
import {
  axis,
  nameAxis,
  narrow,
  symbol,
  type Colors,
  type CustomSeriesOption,
  type EChartsCoreOption,
  type Figure,
} from "./kit.ts";

/** One mark: a target's ratio with its interval, on the line of its framework. */
export interface IntervalMark {
  readonly cell: Cell;
  readonly ratio: Interval & { readonly within?: Interval };
}

export interface IntervalFigure extends Pick<Figure, "heading" | "note" | "label"> {
  readonly marks: readonly IntervalMark[];
  /** What 1 is. */
  readonly reference: string;
}

const ROW = 34;
const SPREAD = 9;

/** Frameworks as lines, runtimes as marks on them, each with its interval. */
export function intervalFigure({ marks, reference, ...words }: IntervalFigure): Figure {
  const byFramework = Map.groupBy(marks, ({ cell }) => cell.framework);
  const best = (own: readonly IntervalMark[]) => Math.max(...own.map(({ ratio }) => ratio.ratio));
  const frameworks = [...byFramework].toSorted(([, a], [, b]) => best(b) - best(a));
  const names = frameworks.map(([name]) => name);
  return {
    ...words,
    height: 64 + ROW * names.length,
    option: (colors) => option(marks, names, reference, colors),
    table: {
      head: ["framework", ...runtimes.map((runtime) => runtimeName[runtime])],
      rows: frameworks.map(([name, own]) => [
        name,
        ...runtimes.map((runtime) => {
          const found = own.find(({ cell }) => cell.runtime === runtime);
          return found ? `${formatRatio(found.ratio.ratio)} ${formatInterval(found.ratio)}` : "";
        }),
      ]),
    },
  };
}

function option(
  marks: readonly IntervalMark[],
  names: readonly string[],
  reference: string,
  colors: Colors,
): EChartsCoreOption {
  const largest = Math.max(1, ...marks.map(({ ratio }) => Math.min(ratio.hi, 1.6 * ratio.ratio)));
  return {
    grid: { left: narrow() ? 92 : 130, right: 16, top: 10, bottom: 48 },
    xAxis: {
      type: "value",
      min: 0,
      max: Math.ceil(largest * 10.2) / 10,
      ...axis(colors, `relative to ${reference}`),
    },
    yAxis: {
      ...nameAxis(colors, names, narrow() ? 84 : 120),
      splitLine: { show: true, lineStyle: { color: colors.line } },
    },
    series: [
      one(colors),
      ...runtimes.map((runtime, i) => series(runtime, i, marks, names, colors)),
    ],
  };
}

/** The vertical line at 1. */
function one(colors: Colors): CustomSeriesOption {
  return {
    type: "custom",
    silent: true,
    data: [[0, 1]],
    encode: { x: 1, y: 0 },
    renderItem: ({ coordSys }, api) => {
      const { y, height } = coordSys as unknown as { y: number; height: number };
      const x = api.coord([1, 0])[0] ?? 0;
      const shape = { x1: x, x2: x, y1: y, y2: y + height };
      return { type: "line", shape, style: { stroke: colors.ink, lineWidth: 1 } };
    },
  };
}

function series(
  runtime: Runtime,
  place: number,
  marks: readonly IntervalMark[],
  names: readonly string[],
  colors: Colors,
): CustomSeriesOption {
  const color = colors.runtime[runtime];
  const own = marks.filter(({ cell }) => cell.runtime === runtime);
  return {
    type: "custom",
    name: runtimeName[runtime],
    clip: true,
    encode: { x: [1, 2, 3], y: 0 },
    data: own.map(({ cell, ratio }) => ({
      value: [
        names.indexOf(cell.framework),
        ratio.ratio,
        ratio.lo,
        ratio.hi,
        ratio.within?.lo ?? ratio.lo,
        ratio.within?.hi ?? ratio.hi,
      ],
      target: cell.target,
      tip: [
        cell.target,
        ` ${cell.version}: `,
        formatRatio(ratio.ratio),
        " ",
        formatInterval(ratio),
      ],
    })),
    renderItem: (_, api) => {
      const line = Number(api.value(0));
      const at = (dimension: number) => api.coord([Number(api.value(dimension)), line])[0] ?? 0;
      const y = (api.coord([0, line])[1] ?? 0) + (place - 1) * SPREAD;
      const whisker = (from: number, to: number, lineWidth: number) => ({
        type: "line" as const,
        shape: { x1: at(from), x2: at(to), y1: y, y2: y },
        style: { stroke: color, lineWidth },
      });
      return {
        type: "group",
        children: [
          whisker(2, 3, 1.5),
          whisker(4, 5, 4),
          symbol(runtime, at(1), y, color, colors.paper),
        ],
      };
    },
  };
}
