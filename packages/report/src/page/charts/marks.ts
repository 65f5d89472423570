import type { Runtime } from "../../view/data/page-data.ts";
import { axis, type Colors, type CustomSeriesOption } from "./kit.ts";

/** A mark on the line of its name, with lines along it. */
export interface Mark {
  readonly target: string;
  readonly runtime: Runtime;
  readonly tip: string;
  /** The index of its name. */
  readonly line: number;
  /** The distance below the middle of the line, in pixels. */
  readonly shift?: number;
  readonly at: number;
  readonly spans: readonly (readonly [from: number, to: number, width: number])[];
}

/** Returns an axis with a line for each name, the first one on top. */
export function nameAxis(colors: Colors, names: readonly string[], width: number, split: boolean) {
  return {
    type: "category" as const,
    inverse: true,
    data: [...names],
    ...axis(colors, ""),
    axisLabel: { color: colors.ink, interval: 0, width, overflow: "truncate" as const },
    splitLine: { show: split, lineStyle: { color: colors.line } },
  };
}

export function marksSeries(marks: readonly Mark[], colors: Colors): CustomSeriesOption {
  return {
    type: "custom",
    encode: { x: [1, 2], y: 0 },
    data: marks.map(({ line, at, spans, target, tip }) => ({
      value: [line, at, spans[0]?.[0] ?? at],
      target,
      tip,
    })),
    renderItem: ({ dataIndex }, api) => {
      const { line, at, spans, runtime, shift = 0 } = marks[dataIndex] as Mark;
      const x = (value: number) => api.coord([value, line])[0] ?? 0;
      const y = (api.coord([0, line])[1] ?? 0) + shift;
      const color = colors.runtime[runtime];
      const lines = spans.map(([from, to, lineWidth]) => ({
        type: "line" as const,
        shape: { x1: x(from), x2: x(to), y1: y, y2: y },
        style: { stroke: color, lineWidth },
      }));
      return {
        type: "group",
        children: [...lines, symbol(runtime, x(at), y, color, colors.paper)],
      };
    },
  };
}

/** Draws the runtime's shape: circle, square, triangle. */
function symbol(runtime: Runtime, x: number, y: number, fill: string, edge: string) {
  const style = { fill, stroke: edge, lineWidth: 1.5 };
  if (runtime === "node") return { type: "circle" as const, shape: { cx: x, cy: y, r: 5 }, style };
  if (runtime === "bun") {
    return { type: "rect" as const, shape: { x: x - 4.5, y: y - 4.5, width: 9, height: 9 }, style };
  }
  const points = [
    [x, y - 6],
    [x + 5.6, y + 4.4],
    [x - 5.6, y + 4.4],
  ];
  return { type: "polygon" as const, shape: { points }, style };
}
