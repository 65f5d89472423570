import { formatBytes, formatLatency } from "../../format.ts";
import type { Cell } from "../../view/data/page-data.ts";
import type { Row } from "../../view/data/rows.ts";
import { axis, narrow, type Figure } from "./kit.ts";
import { marksSeries, nameAxis } from "./marks.ts";

interface Measure extends Pick<Figure, "heading" | "note" | "label"> {
  /** Returns the figures at both ends of a target's line, in base units, or null if they were not measured. */
  readonly of: (cell: Cell) => readonly [from: number, to: number] | null | undefined;
  readonly format: (value: number) => string;
  /** The names of the ends. The first is empty if the line begins at 0. */
  readonly ends: readonly [string, string];
}

const measures: readonly Measure[] = [
  {
    heading: "Memory",
    note: "Resident memory of the server's process tree: after its first answer (start of the line), and at its peak under load (mark).",
    label: "Memory of each target, idle and at its peak",
    of: ({ memory }) => memory && [memory.idle, memory.peak],
    format: formatBytes,
    ends: ["idle", "peak"],
  },
  {
    heading: "Startup",
    note: "From the start of the process until it is ready (start of the line), and until the first byte of its first answer (mark). Medians of fresh starts.",
    label: "Startup time of each target",
    of: ({ startup }) => startup && [startup.ready, startup.firstByte],
    format: formatLatency,
    ends: ["ready", "first byte"],
  },
  {
    heading: "Installed size",
    note: "The size of the app's dependencies on disk.",
    label: "Installed size of each target",
    of: ({ install }) => install && [0, install.bytes],
    format: formatBytes,
    ends: ["", "installed"],
  },
];

/** Returns the charts of memory, startup and installed size, as far as they were measured. */
export function footprintFigures(rows: readonly Row[]): Figure[] {
  return measures.flatMap((measure) => figure(rows, measure) ?? []);
}

function figure(rows: readonly Row[], { of, format, ends, ...words }: Measure): Figure | null {
  const measured = rows
    .flatMap(({ cell }) => {
      const [from, to] = of(cell) ?? [];
      return from === undefined || to === undefined ? [] : [{ cell, from, to }];
    })
    .toSorted((a, b) => a.to - b.to);
  if (measured.length === 0) return null;
  const [start, end] = ends;
  const marks = measured.map(({ cell: { target, runtime }, from, to }, line) => ({
    target,
    runtime,
    tip: `${target}: ${start === "" ? "" : `${start} ${format(from)}, `}${end} ${format(to)}`,
    line,
    at: to,
    spans: [[from, to, 3]] as const,
  }));
  const names = marks.map(({ target }) => target);
  return {
    ...words,
    height: 60 + 22 * names.length,
    option: (colors) => ({
      grid: { left: narrow() ? 112 : 160, right: 24, top: 10, bottom: 30 },
      xAxis: {
        type: "value",
        min: 0,
        ...axis(colors, ""),
        axisLabel: { color: colors.quiet, formatter: format, hideOverlap: true },
      },
      yAxis: nameAxis(colors, names, narrow() ? 104 : 150, false),
      series: [marksSeries(marks, colors)],
    }),
    table: {
      head: ["target", ...ends.filter((name) => name !== "")],
      rows: measured.map(({ cell: { target }, from, to }) => [
        target,
        ...(start === "" ? [to] : [from, to]).map(format),
      ]),
    },
  };
}
