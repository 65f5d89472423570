import type { Section } from "../content/section.ts";
import { machineSentence } from "../content/sentences.ts";
import { inertText as escape } from "../markdown/inert.ts";
import { sectionMarkdown } from "../markdown/table.ts";
import { formatDate, printable } from "../format.ts";
import { sectionText } from "../text/table.ts";
import { wrap, type Width } from "../text/wrap.ts";
import { historySections } from "./tables.ts";
import { roundsIn, commandsOf, isProven, panelsOf, type HistoryResult } from "./words.ts";

/** Returns a history for a terminal or a log. */
export function historyText(result: HistoryResult, columns: Width): string {
  const fit = (sentence: string) => wrap(printable(sentence), columns);
  return [
    fit(machineSentence(result)),
    ...historySections(result).map((section) => `\n${sectionText(section, columns).text}`),
    "",
    ...nextSentences(result).map((line) => printable(line)),
    fit(measuredWords(result)),
    ...result.warnings.map(({ message }) => fit(`WARNING: ${message}`)),
    "",
  ].join("\n");
}

/** Returns history.md. */
export function historyMarkdown(result: HistoryResult): string {
  const { run, warnings, history } = result;
  return [
    `# deadheat: versions of ${escape(history.subject)}, ${formatDate(run.startedAt)} UTC`,
    escape(machineSentence(result)),
    ...warnings.map(({ message }) => `> **Warning:** ${escape(message)}`),
    ...historySections(result).map((section) => sectionMarkdown(escaped(section))),
    ...nextSentences(result).map(escape),
    escape(measuredWords(result)),
    "",
  ].join("\n\n");
}

/** Returns the table with headings that are only text: one has the name of a version. */
function escaped(section: Section): Section {
  const columns = section.columns.map((column) => ({ ...column, name: escape(column.name) }));
  return { ...section, columns };
}

/** Returns a command for the largest proven step. */
function nextSentences(result: HistoryResult): string[] {
  const [largest] = panelsOf(result)
    .flatMap((panel) => panel.steps.filter(isProven).map((step) => ({ panel, step })))
    .toSorted((a, b) => Math.abs(Math.log(b.step.ratio)) - Math.abs(Math.log(a.step.ratio)));
  if (largest === undefined) return [];
  const [, explain, bisect] = commandsOf(largest.step, largest.panel, result.history);
  return [`Why: ${explain}`, `Since which version: ${bisect}`];
}

export function measuredWords(result: HistoryResult): string {
  const { margin, history } = result;
  const several =
    history.betweenRuns === undefined
      ? ""
      : " This history has several runs; intervals hold the variance between them.";
  return (
    `Ratios are of good responses per CPU-second; higher is better. Every version was measured in duets against ` +
    `${history.series.map(({ reference }) => reference).join(", ")}, in random order; ${roundsIn(result)} rounds. ` +
    `Steps are neighbours compared through that reference; their words hold together (95 %, Holm), and a tie lies within ` +
    `${(100 * margin).toFixed(0)} %.${several}`
  );
}
