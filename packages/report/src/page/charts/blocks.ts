import { formatRatio } from "../../format.ts";
import { microsOf } from "../../view/blocks.ts";
import type { Cell } from "../../view/data/page-data.ts";
import { axis, symbols, type Chart } from "./kit.ts";

/** Returns a chart of a cell's races: the CPU time for one answer of both servers, side by side. */
export function blocksFigure(cell: Cell, reference: string): Chart {
  const races = cell.blocks.map(microsOf);
  const servers = [
    { name: cell.target, which: "new" as const },
    { name: reference, which: "base" as const },
  ];
  return {
    heading: "CPU time for one answer, race by race",
    note:
      `Filled: ${cell.target}. Hollow: ${reference}. The two servers of a race run at the same moment: if the machine ` +
      "is slow, both go up, and their ratio stays.",
    label: `Microseconds of CPU for one answer of ${cell.target} and ${reference} in each race`,
    height: 260,
    option: (colors) => ({
      grid: { left: 56, right: 16, top: 12, bottom: 48 },
      xAxis: {
        type: "category",
        data: races.map((_, i) => String(i + 1)),
        ...axis(colors, "race"),
        splitLine: { show: false },
      },
      yAxis: { type: "value", min: 0, ...axis(colors, "µs of CPU for one answer"), nameGap: 36 },
      series: servers.map(({ name, which }) => {
        const filled = which === "new";
        const color = filled ? colors.runtime[cell.runtime] : colors.quiet;
        const hollow = { color: colors.paper, borderColor: color, borderWidth: 2 };
        return {
          type: "line",
          name,
          symbol: symbols[cell.runtime],
          symbolSize: 10,
          lineStyle: { color, width: 1.5, type: filled ? "solid" : "dashed" },
          data: races.map((race, i) => ({
            value: race[which],
            tip: `race ${i + 1}, ${name}: ${race[which].toFixed(2)} µs; ratio ${formatRatio(race.ratio)}`,
            itemStyle: filled ? { color } : hollow,
          })),
        };
      }),
    }),
  };
}
