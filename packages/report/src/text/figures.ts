import type { Comparison } from "@deadheat/judge";
import { figureRows, type FigureRow } from "../content/figures.ts";
import type { Names } from "./comparison-names.ts";
import { fill } from "./wrap.ts";

/**
 * Returns the table of a comparison's figures: a head that names both servers, and a line a figure. The figure that was
 * named before looking comes first.
 */
export function figureLines(
  comparison: Pick<Comparison, "figures" | "n" | "scenario">,
  { base, new: next, both }: Names,
  width: number,
): string[] {
  const rows = figureRows(comparison);
  if (rows.length === 0) return [];
  const on = both === null ? "" : ` on ${both}`;
  const head = `${next} against ${base}${on}, ${comparison.scenario}`;
  const n = `n = ${comparison.n}`;
  const pad = Math.min(width, 80) - head.length - n.length;
  const first = pad >= 2 ? `${head}${" ".repeat(pad)}${n}` : fill(`${head}, ${n}`, width);
  const widest = (of: (row: FigureRow) => string) => Math.max(...rows.map((row) => of(row).length));
  const widths = {
    label: widest(({ label }) => label),
    values: widest(({ values }) => values),
    change: widest(({ change }) => change),
    interval: widest(({ interval }) => interval),
  };
  const lines = (gap: string) =>
    rows.map((row) =>
      [
        "",
        row.label.padEnd(widths.label),
        row.values.padStart(widths.values),
        row.change.padStart(widths.change),
        row.interval.padEnd(widths.interval),
        row.word,
      ]
        .join(gap)
        .trimEnd(),
    );
  for (const gap of ["  ", " "]) {
    if (lines(gap).every((line) => line.length <= width)) return [first, ...lines(gap)];
  }
  // A narrow terminal gets two lines a figure.
  const narrow = rows.flatMap(({ label, values, change, interval, word }) => [
    `  ${label}  ${values}`,
    `   ${[change, interval, word].filter(Boolean).join(" ")}`,
  ]);
  return [first, ...narrow];
}
