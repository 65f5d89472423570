import { formatInterval, formatRatio } from "../../format.ts";
import { runtimes, type Cell, type Interval } from "../../view/data/page-data.ts";
import { runtimeName } from "../../view/parts/marks.ts";
import { axis, narrow, type Colors, type CustomSeriesOption, type Figure } from "./kit.ts";
import { marksSeries, nameAxis } from "./marks.ts";

/** The ratio of a target, with its interval. */
export interface IntervalMark {
  readonly cell: Cell;
  readonly ratio: Interval & { readonly within?: Interval };
}

export interface IntervalFigure extends Pick<Figure, "heading" | "note" | "label"> {
  readonly marks: readonly IntervalMark[];
  /** The name of what has the ratio 1. */
  readonly reference: string;
}

const ROW = 34;
const SPREAD = 9;

/** Returns a chart with a line for each framework, and on it a mark with an interval for each runtime. */
export function intervalFigure({ marks, reference, ...words }: IntervalFigure): Figure {
  const byFramework = Map.groupBy(marks, ({ cell }) => cell.framework);
  const best = (own: readonly IntervalMark[]) => Math.max(...own.map(({ ratio }) => ratio.ratio));
  const frameworks = [...byFramework].toSorted(([, a], [, b]) => best(b) - best(a));
  const names = frameworks.map(([name]) => name);
  const text = ({ ratio }: IntervalMark) => `${formatRatio(ratio.ratio)} ${formatInterval(ratio)}`;
  const drawn = runtimes.flatMap((runtime, i) =>
    marks
      .filter(({ cell }) => cell.runtime === runtime)
      .map((mark) => {
        const { cell, ratio } = mark;
        const { within = ratio } = ratio;
        return {
          target: cell.target,
          runtime,
          tip: `${cell.target} ${cell.version}: ${text(mark)}`,
          line: names.indexOf(cell.framework),
          shift: (i - 1) * SPREAD,
          at: ratio.ratio,
          spans: [
            [ratio.lo, ratio.hi, 1.5],
            [within.lo, within.hi, 4],
          ] as const,
        };
      }),
  );
  const largest = Math.max(1, ...marks.map(({ ratio }) => Math.min(ratio.hi, 1.6 * ratio.ratio)));
  const max = Math.ceil(largest * 10.2) / 10;
  return {
    ...words,
    height: 64 + ROW * names.length,
    option: (colors) => ({
      grid: { left: narrow() ? 92 : 130, right: 16, top: 10, bottom: 48 },
      xAxis: { type: "value", min: 0, max, ...axis(colors, `relative to ${reference}`) },
      yAxis: nameAxis(colors, names, narrow() ? 84 : 120, true),
      series: [one(colors), { ...marksSeries(drawn, colors), clip: true }],
    }),
    table: {
      head: ["framework", ...runtimes.map((runtime) => runtimeName[runtime])],
      rows: frameworks.map(([name, own]) => [
        name,
        ...runtimes.map((runtime) => {
          const found = own.find(({ cell }) => cell.runtime === runtime);
          return found ? text(found) : "";
        }),
      ]),
    },
  };
}

/** Draws the vertical line at 1. */
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
