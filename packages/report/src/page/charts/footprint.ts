import type { Cell } from "../../view/data/page-data.ts";
import type { Row } from "../../view/data/rows.ts";
import { axis, nameAxis, narrow, symbol, type CustomSeriesOption, type Figure } from "./kit.ts";
import { formatBytes, formatLatency } from "../../format.ts";

/** From where to where, in base units. */
interface Span {
  readonly cell: Cell;
  readonly from: number;
  readonly to: number;
}

/** Memory, startup and installed size, as far as they were measured. */
export function footprintFigures(rows: readonly Row[]): Figure[] {
  const spans = (of: (cell: Cell) => readonly [number, number] | null): Span[] =>
    rows.flatMap(({ cell }) => {
      const span = of(cell);
      return span ? [{ cell, from: span[0], to: span[1] }] : [];
    });
  const memory = spans(({ memory: m }) => m && [m.idle, m.peak]);
  const startup = spans(({ startup: s }) => s && [s.ready, s.firstByte]);
  const install = spans((cell) => cell.install && [0, cell.install.bytes]);
  return [
    figure(memory, formatBytes, ["idle", "peak"], {
      heading: "Memory",
      note: "Of the server's whole process tree: after its first answer (thin end) and at its peak under load (mark).",
      label: "Memory of each target, idle and at its peak",
    }),
    figure(startup, formatLatency, ["ready", "first byte"], {
      heading: "Startup",
      note: "From starting the process to its being ready, and to the first byte of its first answer (mark). Medians of fresh starts.",
      label: "Startup time of each target",
    }),
    figure(install, formatBytes, ["", "installed"], {
      heading: "Installed size",
      note: "What the app's dependencies take on disk.",
      label: "Installed size of each target",
    }),
  ].flatMap((found) => found ?? []);
}

function figure(
  unsorted: readonly Span[],
  format: (value: number) => string,
  ends: readonly [string, string],
  words: Pick<Figure, "heading" | "note" | "label">,
): Figure | null {
  if (unsorted.length === 0) return null;
  const spans = unsorted.toSorted((a, b) => a.to - b.to);
  const names = spans.map(({ cell }) => cell.target);
  return {
    ...words,
    height: 60 + 22 * spans.length,
    option: (colors) => ({
      grid: { left: narrow() ? 112 : 160, right: 24, top: 10, bottom: 30 },
      xAxis: {
        type: "value",
        min: 0,
        ...axis(colors, ""),
        axisLabel: { color: colors.quiet, formatter: format, hideOverlap: true },
      },
      yAxis: {
        ...nameAxis(colors, names, narrow() ? 104 : 150),
        splitLine: { show: false },
      },
      series: [series(spans, format, ends, colors)],
    }),
    table: {
      head: ["target", ...ends.filter((end) => end !== "")],
      rows: spans.map(({ cell, from, to }) => [
        cell.target,
        ...(ends[0] === "" ? [format(to)] : [format(from), format(to)]),
      ]),
    },
  };
}

function series(
  spans: readonly Span[],
  format: (value: number) => string,
  [start, end]: readonly [string, string],
  colors: Parameters<Figure["option"]>[0],
): CustomSeriesOption {
  return {
    type: "custom",
    encode: { x: [1, 2], y: 0 },
    data: spans.map(({ cell, from, to }, i) => ({
      value: [i, from, to],
      target: cell.target,
      tip: `${cell.target}: ${start === "" ? "" : `${start} ${format(from)}, `}${end} ${format(to)}`,
    })),
    renderItem: ({ dataIndex }, api) => {
      const at = (dimension: number) =>
        api.coord([Number(api.value(dimension)), Number(api.value(0))]);
      const [[x1 = 0, y = 0], [x2 = 0]] = [at(1), at(2)];
      const runtime = spans[dataIndex]?.cell.runtime ?? "node";
      const color = colors.runtime[runtime];
      return {
        type: "group",
        children: [
          { type: "line", shape: { x1, x2, y1: y, y2: y }, style: { stroke: color, lineWidth: 3 } },
          symbol(runtime, x2, y, color, colors.paper),
        ],
      };
    },
  };
}
