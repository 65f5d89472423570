import { formatCount, formatLatency } from "../../format.ts";
import type { SweepStep } from "../../view/data/page-data.ts";
import type { Row } from "../../view/data/rows.ts";
import type { Figure } from "./kit.ts";
import { linesFigure, MOST_LINES, type Line } from "./lines.ts";

/** Returns the charts of throughput and p99 by number of connections, with each target alone. */
export function loadFigures(rows: readonly Row[]): Figure[] {
  const swept = rows
    .map(({ cell }) => cell)
    .filter(({ sweep }) => sweep.some((step) => step.requestsPerSecond !== null));
  const shown = swept.slice(0, MOST_LINES);
  const counts = new Set(shown.flatMap(({ sweep }) => sweep.map((step) => step.connections)));
  const connections = [...counts].toSorted((a, b) => a - b);
  const cut =
    swept.length > shown.length
      ? ` The first ${MOST_LINES} of ${swept.length} targets are shown: filter to see others.`
      : "";
  const lines = (
    value: (step: SweepStep) => number | null | undefined,
    text: (step: SweepStep) => string,
    interval: (step: SweepStep) => SweepStep["requestsPerSecond"],
  ): Line[] =>
    shown.map((cell) => ({
      cell,
      points: cell.sweep.flatMap((step) => {
        const y = value(step) ?? null;
        if (y === null) return [];
        const { lo, hi } = interval(step) ?? {};
        const tip = `${cell.target}, ${step.connections} connections: ${text(step)}`;
        const x = connections.indexOf(step.connections);
        return [{ x, y, tip, hollow: step.lowerBound, lo, hi }];
      }),
    }));
  const table = (text: (step: SweepStep) => string) => ({
    head: ["target", ...connections.map((count) => `${count} connections`)],
    rows: swept.map(({ target, sweep }) => [
      target,
      ...connections.map((count) => {
        const step = sweep.find((one) => one.connections === count);
        return step ? text(step) : "";
      }),
    ]),
  });
  const x = {
    type: "category" as const,
    data: connections.map(String),
    boundaryGap: true,
    name: "connections",
  };
  return [
    linesFigure({
      heading: "Throughput by connections",
      note:
        "Each target is alone on its CPU and answers as fast as it can. A hollow mark is a lower bound (≥): the load " +
        `generator was full before the server, so the server can do at least this. No ranking uses a lower bound.${cut}`,
      label: "Lines: requests per second by number of connections",
      height: 420,
      lines: lines(
        (step) => step.requestsPerSecond?.median,
        rateText,
        (step) => step.requestsPerSecond,
      ),
      x,
      y: { type: "value", name: "requests per second", axisLabel: { formatter: formatCount } },
      table: table(rateText),
    }),
    linesFigure({
      heading: "p99 latency by connections, under saturation",
      note:
        "The server is always full, and a request waits for those before it. This is therefore the length of a queue " +
        "(connections / throughput), not what a user of a healthy server would see. For that, see Latency.",
      label: "Lines: 99th percentile of latency by number of connections, closed loop",
      height: 420,
      lines: lines(
        (step) => step.latency?.p99,
        lateText,
        () => null,
      ),
      x,
      y: { type: "log", name: "p99", axisLabel: { formatter: formatLatency } },
      dashed: true,
      table: table(lateText),
    }),
  ];
}

function lateText({ latency }: SweepStep): string {
  return formatLatency(latency?.p99);
}

function rateText({ requestsPerSecond: rate, lowerBound, reason }: SweepStep): string {
  if (rate === null) return reason ?? "not measured";
  const range = `[${formatCount(rate.lo)}, ${formatCount(rate.hi)}]`;
  return `${lowerBound ? "≥ " : ""}${formatCount(rate.median)} ${range}`;
}
