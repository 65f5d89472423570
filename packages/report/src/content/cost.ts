import type { Cell, CostStep, Result } from "@deadheat/judge";
import { groupBy } from "@deadheat/judge/group-by";
import { formatCount, formatCpu, formatInterval, formatPercent, formatRatio } from "../format.ts";
import { left, right, tableOf, type Filled, type Section } from "./section.ts";

interface Row {
  readonly cell: Cell;
  readonly step: CostStep;
}

const columns: readonly Filled<Row>[] = [
  [right("requests/s"), ({ step }) => rateWords(step)],
  [left("target"), ({ cell }) => cell.target + (cell.replayedFrom ? " ↺" : "")],
  [right("CPU/request"), ({ step }) => formatCpu(step.cpuPerRequest)],
  [right("to floor"), (row) => (isOfFloor(row) ? "floor" : ratioText(row.step.toReference))],
  [left("95 %"), (row) => (isOfFloor(row) ? "" : intervalText(row.step.toReference))],
  [right("to node:http", 1), ({ step }) => ratioText(step.toNodeHttp)],
  [left("95 %", 1), ({ step }) => intervalText(step.toNodeHttp)],
  [right("idle, CPU/s", 2), ({ cell }) => formatCpu(cell.cost?.idle)],
  [right("n", 3), ({ step }) => String(step.toReference?.n ?? "")],
];

/** What a request costs where both servers of a pair are asked at the same rate, by scenario. */
export function costSections(result: Result): Section[] {
  const settings = result.run.cost;
  if (!settings) return [];
  return [...groupBy(result.cells, (cell) => cell.scenario)].flatMap(([scenario, cells]) => {
    const measured = cells.filter(({ cost }) => cost);
    const rows = settings.rates.concat(settings.fractions).flatMap((_, i) => rowsAt(measured, i));
    if (rows.length === 0) return [];
    return [
      {
        title: `${scenario}: CPU time of a request at fixed rates`,
        lead: [
          "Both servers of a pair, fresh processes on the same CPU, are asked at the same rate at the same moment, far " +
            `from saturation: ${settings.rates.map((rate) => `${formatCount(rate)}/s`).join(", ")}, and ` +
            `${settings.fractions.map(formatPercent).join(", ")} of what the floor of the runtime answers alone. Ratios are of ` +
            "answers per CPU-second; higher is better. A request's CPU time has its share of the standing cost, which is told " +
            "as CPU time per second without a request.",
        ],
        ...tableOf(columns, rows),
        notes: controlNotes(measured),
      },
    ];
  });
}

/** The cheapest first, as far as is known. */
function rowsAt(cells: readonly Cell[], place: number): Row[] {
  const rows = cells.flatMap((cell): Row[] => {
    const step = cell.cost?.rates[place];
    return step ? [{ cell, step }] : [];
  });
  // A server against itself is 1, however that came out.
  const order = ({ cell: { target, cost }, step: { toNodeHttp, toReference } }: Row) =>
    cost?.reference === target ? 1 : ((toNodeHttp ?? toReference)?.ratio ?? 0);
  return rows.toSorted((a, b) => order(b) - order(a));
}

/** Its pair is the bridge, or the A/A row. */
function isOfFloor({ cell }: Row): boolean {
  return cell.cost?.reference === undefined || !isTargetOf(cell);
}

function isTargetOf({ runtime, target, cost }: Cell): boolean {
  return cost?.reference !== target && cost?.reference.split("/")[1] === runtime;
}

/** A server against itself: the truth is 1. */
function controlNotes(cells: readonly Cell[]): string[] {
  return cells.flatMap(({ target, cost }) => {
    if (!cost || cost.reference !== target) return [];
    const each = cost.rates.flatMap((step) =>
      step.toReference === null
        ? []
        : [
            `${ratioText(step.toReference)} ${intervalText(step.toReference)} at ${rateWords(step, "/s")}`,
          ],
    );
    return each.length === 0 ? [] : [`A/A, ${target} against itself: ${each.join(", ")}`];
  });
}

/** `1,000`, or `2,600 (20 %)` where it is a share of the capacity. */
function rateWords({ rate, fraction }: CostStep, unit = ""): string {
  const share = fraction === null ? "" : formatPercent(fraction);
  if (rate === null) return share;
  return formatCount(rate) + unit + (share === "" ? "" : ` (${share})`);
}

function ratioText(ratio: { ratio: number } | null): string {
  return ratio === null ? "" : formatRatio(ratio.ratio);
}

function intervalText(ratio: { lo: number; hi: number } | null): string {
  return ratio === null ? "" : formatInterval(ratio);
}
