import { formatCount } from "../../format.ts";
import type { Cell, Percentiles } from "../../view/data.ts";
import type { Row } from "../../view/ranking.ts";
import type { Figure } from "./kit.ts";
import { linesOption, MOST_LINES, type Line } from "./lines.ts";
import { formatSeconds, nines, ninesOf } from "./percentiles.ts";

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
        "moment when its request was due. This is what users wait.",
      label: `Lines: latency by percentile, requests at ${label}`,
      height: 420,
      option: (colors) =>
        linesOption(
          linesFor(open, (cell) => cell.openLoop[rate]?.percentiles ?? []),
          axes(false, colors.quiet),
          colors,
        ),
      table: table(open, (cell) => cell.openLoop[rate]?.percentiles ?? []),
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
          linesFor(closed, (cell) => stepOf(cell, connections)?.percentiles ?? []),
          axes(true, colors.quiet),
          colors,
        ),
      table: table(closed, (cell) => stepOf(cell, connections)?.percentiles ?? []),
    });
  }
  return figures;
}

function stepOf(cell: Cell, connections: number) {
  return cell.sweep.find((step) => step.connections === connections && step.percentiles.length > 0);
}

function linesFor(rows: readonly Row[], of: (cell: Cell) => Percentiles): Line[] {
  return rows.slice(0, MOST_LINES).map(({ cell }) => ({
    cell,
    points: nines.flatMap(({ label, share }, i) => {
      const y = of(cell)[i] ?? null;
      return y === null
        ? []
        : [
            {
              x: ninesOf(share),
              y,
              tip: `${cell.target}: ${label} of the answers within ${formatSeconds(y)}`,
            },
          ];
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
      axisLabel: { color: quiet, formatter: formatSeconds },
    },
  };
}

function table(rows: readonly Row[], of: (cell: Cell) => Percentiles): Figure["table"] {
  return {
    head: ["target", ...nines.map(({ label }) => label), "largest"],
    rows: rows.map(({ cell }) => [
      cell.target,
      ...[0, 1, 2, 3, 4].map((i) => formatSeconds(of(cell)[i] ?? null)),
    ]),
  };
}
