import type { Comparison } from "@deadheat/judge";
import {
  conditionsOf,
  controlSentence,
  leadSentences,
  pairTitle,
  sentencesOf,
  warningsOf,
  whereTitle,
  type ComparedBlocks,
} from "../content/compared.ts";
import { figureRows, type FigureRow } from "../content/figures.ts";
import { growthRows } from "../content/growth.ts";
import { left, right, tableOf, type Filled } from "../content/section.ts";
import { formatDate } from "../format.ts";
import { inert, inertBlock } from "./inert.ts";
import { renderReasons } from "./explained.ts";
import { markdownTable } from "./table.ts";

type Row = Omit<FigureRow, "figure"> & Partial<Pick<FigureRow, "figure">>;

const columns: readonly Filled<Row>[] = [
  [left("figure"), ({ label, figure }) => `${label}${figure?.named ? " (named first)" : ""}`],
  [right("base -> new"), ({ values }) => inert(values)],
  [right("change"), ({ change }) => change],
  [left("interval"), ({ interval }) => inert(interval)],
  [left("word"), ({ word }) => inert(word)],
  [left("gate"), ({ gate }) => inert(gate)],
];

/** Returns report.md of a comparison or a gate. Names are only ever text. */
export function renderComparedMarkdown({ document }: ComparedBlocks): string {
  const { comparisons, control, command, startedAt } = document;
  const [first = "", ...others] = leadSentences(document);
  const several = comparisons.length > 1;
  const together = comparisons.length + control.length;
  return [
    `# ${inert(pairTitle(document))}, ${formatDate(startedAt)} UTC`,
    `**${inert(first)}**`,
    ...others.map(inert),
    ...warningsOf(document).map((text) => `> **Warning:** ${inert(text)}.`),
    ...comparisons.flatMap((one) => [
      `## ${inert(whereTitle(one))}`,
      ...(several ? sentencesOf(one, together).map(inert) : []),
      ...figuresOf(one),
      ...(one.explained ? renderReasons(one.explained, several ? inert(one.scenario) : null) : []),
    ]),
    ...control.flatMap((one) => [
      inert(controlSentence(one)),
      ...figuresOf({ figures: one.figures.map((figure) => ({ ...figure, gate: null })) }),
    ]),
    "## How it was measured",
    conditionsOf(document)
      .map((text) => `- ${inert(text)}`)
      .join("\n"),
    ...(command === null ? [] : ["To repeat it:", inertBlock(command, "sh")]),
    "",
  ].join("\n\n");
}

function figuresOf(one: Pick<Comparison, "figures" | "growth">): string[] {
  const rows: readonly Row[] = [...figureRows(one), ...growthRows(one)];
  if (rows.length === 0) return [];
  const used = columns.filter(
    ([{ name }]) => name !== "gate" || rows.some(({ gate }) => gate !== ""),
  );
  const table = tableOf(used, rows);
  return [markdownTable(table.columns, table.rows)];
}
