import { tableOf, type Section } from "../content/section.ts";
import { machineSentence } from "../content/sentences.ts";
import { inertText as escape } from "../markdown/inert.ts";
import { sectionMarkdown } from "../markdown/table.ts";
import { formatDate, printable } from "../format.ts";
import { alignedLines, printedTable } from "../text/table.ts";
import { wrap, type Width } from "../text/wrap.ts";
import { versionColumns } from "./tables.ts";
import {
  roundsIn,
  commandsOf,
  isProven,
  panelSentence,
  panelsOf,
  panelWords,
  type HistoryResult,
  type Panel,
} from "./words.ts";

/** Returns a history for a terminal or a log: per request the changes and the versions, then commands and caveats. */
export function historyText(result: HistoryResult, columns: Width): string {
  const fit = (sentence: string) => wrap(printable(sentence), columns, "  ");
  return [
    ...panelsOf(result).flatMap((panel) => [...panelText(panel, result, columns), ""]),
    // The commands stay on one line, to be copied.
    ...nextCommands(result).flatMap(([what, command]) => [what, `  ${printable(command)}`]),
    fit(measuredWords(result)),
    ...result.warnings.map(({ message }) => fit(`WARNING: ${message}`)),
    "",
  ].join("\n");
}

function panelText(panel: Panel, { margin }: HistoryResult, width: Width): string[] {
  const fit = (sentence: string, indent = "") =>
    wrap(printable(`${indent}${sentence}`), width, `${indent}  `);
  const { answer, changes, rest } = panelWords(panel, margin);
  const { columns, rows } = tableOf(versionColumns(panel), panel.points);
  return [
    fit(`${panel.title}: ${answer}`),
    ...alignedLines(changes).map((line) => fit(line, "  ")),
    ...rest.map((one) => fit(one)),
    "",
    ...printedTable(columns, rows, width).lines,
    ...missingNotes(panel).map((note) => fit(note, "  ")),
  ];
}

function missingNotes({ points }: Panel): string[] {
  return points.flatMap(({ label, reason }) => (reason === null ? [] : [`${label}: ${reason}`]));
}

/** Returns history.md. */
export function historyMarkdown(result: HistoryResult): string {
  const { run, warnings, history, margin } = result;
  const sections = panelsOf(result).map((panel): Section => {
    const table = tableOf(versionColumns(panel), panel.points);
    return {
      title: panel.title,
      lead: [panelSentence(panel, margin)],
      rows: table.rows,
      // A heading has the name of a version, which comes from outside.
      columns: table.columns.map((column) => ({ ...column, name: escape(column.name) })),
      notes: missingNotes(panel),
    };
  });
  return [
    `# deadheat: versions of ${escape(history.subject)}, ${formatDate(run.startedAt)} UTC`,
    ...warnings.map(({ message }) => `> **Warning:** ${escape(message)}`),
    ...sections.map(sectionMarkdown),
    ...nextCommands(result).map((words) => escape(words.join(" "))),
    escape(measuredWords(result)),
    escape(machineSentence(result)),
    "",
  ].join("\n\n");
}

/** Returns the commands that look into the largest change, each after what it is for. */
function nextCommands(result: HistoryResult): [what: string, command: string][] {
  const [largest] = panelsOf(result)
    .flatMap((panel) => panel.steps.filter(isProven).map((step) => ({ panel, step })))
    .toSorted((a, b) => Math.abs(Math.log(b.step.ratio)) - Math.abs(Math.log(a.step.ratio)));
  if (largest === undefined) return [];
  const [, explain = "", bisect = ""] = commandsOf(largest.step, largest.panel, result.history);
  return [
    ["To see which functions changed:", explain],
    ["To find what changed between them:", bisect],
  ];
}

/** Returns how the numbers of a history are to be read. */
export function measuredWords(result: HistoryResult): string {
  const { history } = result;
  const references = history.series.map(({ reference }) => reference).join(", ");
  const several =
    history.betweenRuns === undefined
      ? ""
      : " The history has several runs; the intervals include the variance between them.";
  const then =
    history.dependencies === "then"
      ? " Each version ran with its dependencies as of the day of its release."
      : "";
  return (
    `Lower is better: CPU time per request, relative to ${references}. Every version ran side by side with the reference, ` +
    `in random order, ${roundsIn(result)} rounds in all. Verdicts are corrected for testing all changes at once (95 %, ` +
    `Holm).${several}${then}`
  );
}
