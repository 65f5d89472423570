import { formatCount, formatLatency } from "../../format.ts";
import type { Cell } from "../../view/data/page-data.ts";
import type { Row } from "../../view/data/rows.ts";
import type { Figure } from "./kit.ts";
import { linesFigure, MOST_LINES, type Line } from "./lines.ts";

/** Returns the open-loop rates that were measured, with their labels. */
export function ratesOf(rows: readonly Row[]): { label: string; at: number }[] {
  const [longest] = rows.map(({ cell }) => cell.openLoop).toSorted((a, b) => b.length - a.length);
  return (longest ?? []).map(({ fractionOfCapacity: share, rate }, at) => ({
    at,
    label:
      share === null
        ? `${formatCount(rate)} a second, for all`
        : `${Math.round(100 * share)} % of its capacity`,
  }));
}

/**
 * Returns the latency in an open loop, and under saturation. The two are different things, and never share a chart.
 */
export function latencyFigures(rows: readonly Row[], rate: number, connections: number): Figure[] {
  const cells = rows.map(({ cell }) => cell);
  const label = ratesOf(rows)[rate]?.label ?? "";
  return [
    figure(cells, (cell) => openLoopStep(cell, rate), false, {
      heading: `Open loop, ${label}`,
      note:
        "Requests come at a fixed rate, whether or not earlier requests were answered, and latency counts from the " +
        "moment when a request was due. This is how long users wait. Hollow marks: the load generator was full before the " +
        "server showed its capacity, so the true share of the capacity is lower.",
      label: `Lines: latency by percentile, requests at ${label}`,
    }),
    figure(cells, (cell) => saturatedStep(cell, connections), true, {
      heading: `Under saturation, ${connections} connections`,
      note:
        "Each connection sends its next request as soon as the last one is answered. The server is always full, and " +
        "latency is mostly waiting in line (connections / throughput). It is not comparable with an open loop.",
      label: `Lines: latency by percentile with ${connections} connections, closed loop`,
    }),
  ].flatMap((found) => found ?? []);
}

/** The latency at one load. */
interface Step {
  readonly latency: Pick<Cell["openLoop"][number], "p50" | "p90" | "p99" | "p99_9" | "max"> | null;
  readonly lowerBound: boolean;
  readonly reason: string | null;
}

type StepOf = (cell: Cell) => Step | undefined;

function openLoopStep({ openLoop }: Cell, rate: number): Step | undefined {
  const step = openLoop[rate];
  return step && { latency: step, lowerBound: step.capacityIsLowerBound, reason: step.reason };
}

function saturatedStep({ sweep }: Cell, connections: number): Step | undefined {
  return sweep.find((step) => step.connections === connections);
}

const percentiles = [
  { label: "50 %", share: 0.5, key: "p50" },
  { label: "90 %", share: 0.9, key: "p90" },
  { label: "99 %", share: 0.99, key: "p99" },
  { label: "99.9 %", share: 0.999, key: "p99_9" },
] as const;

/** Returns a share's place on the axis: 90 % is at 1, 99 % at 2. */
function nines(share: number): number {
  return -Math.log10(1 - share);
}

function figure(
  all: readonly Cell[],
  stepOf: StepOf,
  dashed: boolean,
  words: Pick<Figure, "heading" | "note" | "label">,
): Figure | null {
  const cells = all.filter((cell) => stepOf(cell) !== undefined);
  if (cells.length === 0) return null;
  const customValues = percentiles.map(({ share }) => nines(share));
  return linesFigure({
    ...words,
    height: 420,
    lines: cells.slice(0, MOST_LINES).map((cell) => ({ cell, points: pointsOf(cell, stepOf) })),
    dashed,
    x: {
      type: "value",
      min: 0,
      max: 3.2,
      name: "share of answers that came within that time",
      axisLabel: {
        customValues,
        formatter: (at: number) =>
          percentiles.find(({ share }) => Math.abs(nines(share) - at) < 0.01)?.label ?? "",
      },
      axisTick: { show: false, customValues },
    },
    y: { type: "log", name: "latency", axisLabel: { formatter: formatLatency } },
    table: {
      head: ["target", ...percentiles.map(({ label }) => label), "largest", "note"],
      rows: cells.map((cell) => {
        const { latency, lowerBound, reason } = stepOf(cell) ?? {};
        const figures = [...percentiles.map(({ key }) => latency?.[key]), latency?.max];
        const note = reason ?? (lowerBound ? "capacity is a lower bound" : "");
        return [cell.target, ...figures.map(formatLatency), note];
      }),
    },
  });
}

function pointsOf(cell: Cell, stepOf: StepOf): Line["points"] {
  const { latency, lowerBound: hollow = false } = stepOf(cell) ?? {};
  return percentiles.flatMap(({ label, share, key }) => {
    const y = latency?.[key] ?? null;
    if (y === null) return [];
    const tip = `${cell.target}: ${label} of the answers within ${formatLatency(y)}`;
    return [{ x: nines(share), y, tip, hollow }];
  });
}
