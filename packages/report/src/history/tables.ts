import type { Step } from "@deadheat/judge";
import { left, right, tableOf, type Filled, type Section } from "../content/section.ts";
import { formatCpu, formatHalfWidth, formatRatio } from "../format.ts";
import {
  labelOf,
  panelSentence,
  panelsOf,
  stepInterval,
  stepWords,
  type HistoryResult,
  type Panel,
  type Point,
} from "./words.ts";

/** Returns the table of each panel for a text: the versions, each with the step that leads to it. */
export function historySections(result: HistoryResult): Section[] {
  return panelsOf(result).map((panel) => ({
    title: panel.title,
    lead: [panelSentence(panel, result.margin)],
    ...tableOf(versionColumns(panel), panel.points),
    notes: panel.points.flatMap(({ label, cell }) =>
      cell?.efficiency == null ? [`${label}: ${cell?.reason ?? "not measured"}`] : [],
    ),
  }));
}

/** Returns the columns of a panel's versions. */
export function versionColumns(panel: Panel): Filled<Point>[] {
  const reference = labelOf(panel, panel.series.reference);
  const stepTo = ({ target }: Point): Step | undefined =>
    panel.steps.find((step) => step.new === target);
  return [
    [left("version"), ({ label }) => label],
    [left("day", 2), ({ releasedAt }) => releasedAt?.slice(0, 10) ?? ""],
    [right(`to ${reference}`), (point) => ratioWords(point)],
    [right("", 1), ({ cell, isReference }) => intervalWords(cell, isReference)],
    [right("a request", 1), (point) => cpuWords(point, panel)],
    [
      left("step"),
      (point) => {
        const step = stepTo(point);
        return step === undefined ? "" : `${stepWords(step)} ${stepInterval(step)}`.trim();
      },
    ],
  ];
}

function ratioWords({ cell, isReference }: Point): string {
  if (!cell?.efficiency) return cell?.status ?? "missing";
  return isReference ? "1" : formatRatio(cell.efficiency.toFloor.ratio);
}

function intervalWords(cell: Point["cell"], isReference: boolean): string {
  return !cell?.efficiency || isReference ? "" : formatHalfWidth(cell.efficiency.toFloor);
}

/** Returns the CPU time of a request, by the reference's own and the ratio to it. */
function cpuWords({ cell }: Point, { referenceCpu }: Panel): string {
  if (!cell?.efficiency || referenceCpu === null) return "";
  return formatCpu(referenceCpu / cell.efficiency.toFloor.ratio);
}
