import { formatCount, formatLatency } from "../../format.ts";
import type { SweepStep } from "../../view/data/page-data.ts";
import type { Row } from "../../view/data/rows.ts";
import type { Figure } from "./kit.ts";
import { linesOption, MOST_LINES, type Line } from "./lines.ts";
import { P99 } from "./percentiles.ts";

/** Throughput and p99 against the number of connections, each target alone. */
export function loadFigures(rows: readonly Row[]): Figure[] {
  const swept = rows.filter(({ cell }) => cell.sweep.some((step) => step.rate !== null));
  const shown = swept.slice(0, MOST_LINES);
  const steps = [...new Set(shown.flatMap(({ cell }) => cell.sweep.map((s) => s.connections)))];
  const connections = steps.toSorted((a, b) => a - b);
  const cut =
    swept.length > shown.length
      ? ` Shown are the first ${MOST_LINES} of ${swept.length}: filter for others.`
      : "";
  const category = {
    type: "category",
    data: connections.map(String),
    boundaryGap: true,
    name: "connections",
    splitLine: { show: false },
  };
  const lines = (
    value: (step: SweepStep) => number | null,
    text: (step: SweepStep) => string,
    intervals: boolean,
  ): Line[] =>
    shown.map(({ cell }) => ({
      cell,
      points: cell.sweep.flatMap((step) => {
        const y = value(step);
        if (y === null) return [];
        const tip = `${cell.target}, ${step.connections} connections: ${text(step)}`;
        const { lo, hi, lowerBound: hollow } = step;
        const x = connections.indexOf(step.connections);
        return [{ x, y, tip, hollow, ...(intervals ? { lo, hi } : {}) }];
      }),
    }));
  const rate = lines((step) => step.rate, rateText, true);
  const late = lines(
    (step) => step.percentiles[P99] ?? null,
    (step) => formatLatency(step.percentiles[P99]),
    false,
  );
  const table = (text: (step: SweepStep) => string) => ({
    head: ["target", ...connections.map((count) => `${count} connections`)],
    rows: swept.map(({ cell }) => [
      cell.target,
      ...connections.map((count) => {
        const step = cell.sweep.find((s) => s.connections === count);
        return step ? text(step) : "";
      }),
    ]),
  });
  return [
    {
      heading: "Throughput against connections",
      note:
        "Each target alone on its CPU, as fast as it answers. A hollow mark is a lower bound (≥): the load " +
        `generator was full before the server, so it can do that much or more, and is not ranked by it.${cut}`,
      label: "Lines: requests per second at 50 to 500 connections",
      height: 420,
      option: (colors) =>
        linesOption(
          rate,
          {
            x: category,
            y: {
              type: "value",
              name: "requests per second",
              nameGap: 62,
              axisLabel: { color: colors.quiet, formatter: formatCount },
            },
          },
          colors,
        ),
      table: table(rateText),
    },
    {
      heading: "p99 latency against connections, under saturation",
      note:
        "Here the server is always full: a request waits for those before it, so this is a queue's length " +
        "(connections / throughput), not what a user of a healthy server would see. For that, see Latency.",
      label: "Lines: 99th percentile of latency at 50 to 500 connections, closed loop",
      height: 420,
      option: (colors) =>
        linesOption(
          late,
          {
            x: category,
            y: {
              type: "log",
              name: "p99",
              nameGap: 62,
              axisLabel: { color: colors.quiet, formatter: formatLatency },
            },
            dashed: true,
          },
          colors,
        ),
      table: table((step) => formatLatency(step.percentiles[P99])),
    },
  ];
}

function rateText({ rate, lo, hi, lowerBound, reason }: SweepStep): string {
  if (rate === null) return reason ?? "not measured";
  const range = lo === null || hi === null ? "" : ` [${formatCount(lo)}, ${formatCount(hi)}]`;
  return `${lowerBound ? "≥ " : ""}${formatCount(rate)}${range}`;
}
