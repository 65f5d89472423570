import { formatRatio } from "../../format.ts";
import type { Cell } from "../../view/data/page-data.ts";
import { axis, symbols, type Figure } from "./kit.ts";

/** The races of one cell: CPU time per answer of the two servers, side by side. */
export function blocksFigure(cell: Cell, reference: string): Omit<Figure, "table"> {
  const { blocks } = cell;
  const each = [
    { name: cell.target, micros: blocks.map((b) => (1e6 * b.cpu) / b.good), filled: true },
    {
      name: reference,
      micros: blocks.map((b) => (1e6 * b.referenceCpu) / b.referenceGood),
      filled: false,
    },
  ];
  return {
    heading: "CPU time for one answer, race by race",
    note:
      `Filled: ${cell.target}. Hollow: ${reference}. The two servers of a race live through the same moment of the ` +
      "machine: where it is slow both go up, and their ratio stays.",
    label: `Microseconds of CPU for one answer of ${cell.target} and ${reference} in each race`,
    height: 260,
    option: (colors) => ({
      grid: { left: 56, right: 16, top: 12, bottom: 48 },
      xAxis: {
        type: "category",
        data: blocks.map((_, i) => String(i + 1)),
        ...axis(colors, "race"),
        splitLine: { show: false },
      },
      yAxis: { type: "value", min: 0, ...axis(colors, "µs of CPU for one answer"), nameGap: 36 },
      series: each.map(({ name, micros, filled }) => {
        const color = filled ? colors.runtime[cell.runtime] : colors.quiet;
        return {
          type: "line",
          name,
          symbol: symbols[cell.runtime],
          symbolSize: 10,
          lineStyle: { color, width: 1.5, type: filled ? "solid" : "dashed" },
          data: micros.map((value, i) => ({
            value,
            tip: `race ${i + 1}, ${name}: ${value.toFixed(2)} µs; ratio ${formatRatio(ratioAt(cell, i))}`,
            itemStyle: filled
              ? { color }
              : { color: colors.paper, borderColor: color, borderWidth: 2 },
          })),
        };
      }),
    }),
  };
}

function ratioAt({ blocks }: Cell, i: number): number {
  const block = blocks[i];
  return block ? block.good / block.cpu / (block.referenceGood / block.referenceCpu) : 1;
}
