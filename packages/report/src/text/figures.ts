import type { Comparison } from "@deadheat/judge";
import { figureRows, type FigureRow } from "../content/figures.ts";
import type { Names } from "./comparison-names.ts";

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
  const pad = Math.max(2, Math.min(width, 80) - head.length - n.length);
  const fits = head.length + n.length + 2 <= width;
  const widest = (of: (row: FigureRow) => string) => Math.max(...rows.map((row) => of(row).length));
  const widths = [
    widest(({ label }) => label),
    widest(({ values }) => values),
    widest(({ change }) => change),
    widest(({ interval }) => interval),
  ] as const;
  return [
    ...(fits ? [`${head}${" ".repeat(pad)}${n}`] : [`${head},`, `  ${n}`]),
    ...rows.map(({ label, values, change, interval, word }) =>
      [
        "",
        label.padEnd(widths[0]),
        values.padStart(widths[1]),
        change.padStart(widths[2]),
        interval.padEnd(widths[3]),
        word,
      ]
        .join("  ")
        .trimEnd(),
    ),
  ];
}
