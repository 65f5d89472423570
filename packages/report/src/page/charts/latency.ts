import { formatCount, formatLatency } from "../../format.ts";
import type { Cell, Percentiles } from "../../view/data/page-data.ts";
import type { Row } from "../../view/data/rows.ts";
import type { Figure } from "./kit.ts";
import { linesOption, MOST_LINES, type Line } from "./lines.ts";
import { nines, ninesOf } from "./percentiles.ts";

/** The open-loop rates that were measured, as the reader chooses among them. */
export function ratesOf(rows: readonly Row[]): { label: string; at: number }[] {
  const [longest] = rows.map(({ cell }) => cell.openLoop).toSorted((a, b) => b.length - a.length);
  return (longest ?? []).map(({ fraction, rate }, at) => ({
    at,
    label:
      fraction === null
        ? `${formatCount(rate)} a second, for all`
        : `${Math.round(100 * fraction)} % of its capacity`,
  }));
}

/** What a user waits, and beside it what a full server's queue looks like: never in one chart. */
export function latencyFigures(rows: readonly Row[], rate: number, connections: number): Figure[] {
  const open = rows.filter(({ cell }) => cell.openLoop[rate] !== undefined);
  const closed = rows.filter(({ cell }) => stepOf(cell, connections) !== undefined);
  const label = ratesOf(rows)[rate]?.label ?? "";
  const figures: Figure[] = [];
  if (open.length > 0) {
    figures.push({
      heading: `Open loop, ${label}`,
      note:
        "Requests come at a fixed rate, whether or not earlier ones were answered, and a latency counts from the " +
        "moment when its request was due. This is what users wait. Hollow marks: the load generator was full before the " +
        "server showed its capacity, so the true share of it is lower.",
      label: `Lines: latency by percentile, requests at ${label}`,
      height: 420,
      option: (colors) =>
        linesOption(
          linesFor(open, (cell) => cell.openLoop[rate]),
          axes(false, colors.quiet),
          colors,
        ),
      table: table(open, (cell) => cell.openLoop[rate]),
    });
  }
  if (closed.length > 0) {
    figures.push({
      heading: `Under saturation, ${connections} connections`,
      note:
        "Each connection sends its next request as soon as the last one is answered, so the server is always full and " +
        "latency is mostly waiting in line (connections / throughput). Not comparable with an open loop.",
      label: `Lines: latency by percentile with ${connections} connections, closed loop`,
      height: 420,
      option: (colors) =>
        linesOption(
          linesFor(closed, (cell) => stepOf(cell, connections)),
          axes(true, colors.quiet),
          colors,
        ),
      table: table(closed, (cell) => stepOf(cell, connections)),
    });
  }
  return figures;
}

/** What both kinds of load say of latency. */
interface Step {
  readonly percentiles: Percentiles;
  readonly lowerBound: boolean;
  readonly reason: string | null;
}

function stepOf(cell: Cell, connections: number): Step | undefined {
  return cell.sweep.find((step) => step.connections === connections);
}

function linesFor(rows: readonly Row[], of: (cell: Cell) => Step | undefined): Line[] {
  return rows.slice(0, MOST_LINES).map(({ cell }) => ({
    cell,
    points: nines.flatMap(({ label, share }, i) => {
      const step = of(cell);
      const y = step?.percentiles[i] ?? null;
      if (y === null) return [];
      const tip = `${cell.target}: ${label} of the answers within ${formatLatency(y)}`;
      return [{ x: ninesOf(share), y, tip, hollow: step?.lowerBound === true }];
    }),
  }));
}

function axes(dashed: boolean, quiet: string) {
  return {
    dashed,
    x: {
      type: "value",
      min: 0,
      max: 3.2,
      name: "share of answers that came within that time",
      axisLabel: {
        color: quiet,
        customValues: nines.map(({ share }) => ninesOf(share)),
        formatter: (at: number) =>
          nines.find(({ share }) => Math.abs(ninesOf(share) - at) < 0.01)?.label ?? "",
      },
      axisTick: { show: false, customValues: nines.map(({ share }) => ninesOf(share)) },
      splitLine: { show: false },
    },
    y: {
      type: "log",
      name: "latency",
      nameGap: 62,
      axisLabel: { color: quiet, formatter: formatLatency },
    },
  };
}

function table(rows: readonly Row[], of: (cell: Cell) => Step | undefined): Figure["table"] {
  return {
    head: ["target", ...nines.map(({ label }) => label), "largest", "note"],
    rows: rows.map(({ cell }) => {
      const { percentiles = [], lowerBound, reason } = of(cell) ?? {};
      const note = reason ?? (lowerBound === true ? "capacity is a lower bound" : "");
      return [cell.target, ...[0, 1, 2, 3, 4].map((i) => formatLatency(percentiles[i])), note];
    }),
  };
}
