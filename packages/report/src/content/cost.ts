import type { Cell, CostStep, Result } from "@deadheat/judge";
import { formatCount, formatCpu, formatInterval, formatPercent, formatRatio } from "../format.ts";
import { left, right, type MetricTable, type Filled } from "./section.ts";

interface CostRow {
  readonly cell: Cell;
  readonly step: CostStep;
}

const columns: readonly Filled<CostRow>[] = [
  [right("requests/s"), ({ step }) => rateWords(step)],
  [left("target"), ({ cell }) => cell.target + (cell.replayedFrom ? " ↺" : "")],
  [right("CPU/request"), ({ step }) => formatCpu(step.cpuPerRequest)],
  [
    right("to floor"),
    (row) => (isOfFloor(row) ? "floor" : formatRatio(row.step.toReference?.ratio)),
  ],
  [left("95 %"), (row) => (isOfFloor(row) ? "" : formatInterval(row.step.toReference))],
  [right("to node:http", 1), ({ step }) => formatRatio(step.toNodeHttp?.ratio)],
  [left("95 %", 1), ({ step }) => formatInterval(step.toNodeHttp)],
  [right("idle, CPU/s", 2), ({ cell }) => formatCpu(cell.cost?.idle)],
  [right("n", 3), ({ step }) => String(step.toReference?.n || "")],
];

/** Returns the cost of a request in a scenario, when both servers of a pair get the same rate. */
export function costTable(
  scenario: string,
  cells: readonly Cell[],
  { cost }: Pick<Result["run"], "cost">,
): MetricTable<CostRow> {
  const { rates = [], fractions = [] } = cost ?? {};
  const shares = fractions.map(formatPercent);
  const fixed = rates.map((rate) => `${formatCount(rate)}/s`).join(", ");
  return {
    title: `${scenario}: CPU per request at fixed rates`,
    lead:
      "Both servers of a pair, fresh processes on the same CPU, get requests at the same rate at the same moment, far " +
      `from saturation: ${fixed}, and ${shares.join(", ")} of what the floor of the runtime serves alone. Ratios are of ` +
      "responses per CPU-second; higher is better. The CPU time of a request includes a share of the idle cost, which " +
      "is the CPU time per second without requests.",
    columns,
    groupedBy: "requests/s",
    groups: [
      ...rates.map((rate) => `${formatCount(rate)} requests/s`),
      ...shares.map((share) => `${share} of what the runtime's floor serves alone`),
    ].map((title, place) => ({ title, rows: rowsAt(cells, place) })),
    plots: [
      {
        name: "CPU/request",
        of: ({ step: { cpuPerRequest: at } }) => (at === null ? null : { at, lo: 0, hi: at }),
        format: formatCpu,
      },
    ],
    notes: controlNotes(cells),
  };
}

/** Returns the rows of the rate with this index, the cheapest target first. */
function rowsAt(cells: readonly Cell[], place: number): CostRow[] {
  const rows = cells.flatMap((cell) => {
    const step = cell.cost?.rates[place];
    return step ? [{ cell, step }] : [];
  });
  // By definition a server against itself is 1, whatever was measured.
  const order = ({ cell: { target, cost }, step: { toNodeHttp, toReference } }: CostRow) =>
    cost?.reference === target ? 1 : ((toNodeHttp ?? toReference)?.ratio ?? 0);
  return rows.toSorted((a, b) => order(b) - order(a));
}

/** Reports whether the row's target is a floor, whose pair is the bridge or the A/A row. */
function isOfFloor({ cell: { runtime, target, cost } }: CostRow): boolean {
  return cost?.reference === target || cost?.reference.split("/")[1] !== runtime;
}

/** Returns the ratios of a server against itself, whose true value is 1. */
function controlNotes(cells: readonly Cell[]): string[] {
  return cells.flatMap(({ target, cost }) => {
    if (!cost || cost.reference !== target) return [];
    const each = cost.rates.flatMap((step) => {
      const { toReference: own } = step;
      return own
        ? [`${formatRatio(own.ratio)} ${formatInterval(own)} at ${rateWords(step, "/s")}`]
        : [];
    });
    return each.length === 0 ? [] : [`A/A, ${target} against itself: ${each.join(", ")}`];
  });
}

/** Returns `1,000`, or `2,600 (20 %)` for a share of the capacity. */
function rateWords({ rate, fraction }: CostStep, unit = ""): string {
  const share = formatPercent(fraction);
  if (rate === null) return share;
  return formatCount(rate) + unit + (share === "" ? "" : ` (${share})`);
}
