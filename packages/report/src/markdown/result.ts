import { type Cell, type Result, isWide } from "@deadheat/judge";
import { rankingWords } from "../content/conditions.ts";
import { instanceSentences } from "../content/instances.ts";
import { notesOf, type Note } from "../content/notes.ts";
import { costSentences, rankingColumns, type RankingColumn } from "../content/ranking.ts";
import { right, tableOf, type Section } from "../content/section.ts";
import { retiredSections } from "../content/retired.ts";
import { sectionsOf } from "../content/sections.ts";
import {
  closingSentences,
  knownSentences,
  machineSentence,
  unrankedReason,
} from "../content/sentences.ts";
import { asSentence, formatDate, formatPercent } from "../format.ts";
import { inertText as escape } from "./inert.ts";
import { markdownTable, sectionMarkdown } from "./table.ts";

/** The size of the largest summary that a CI accepts. */
const LARGEST_BYTES = 1024 * 1024;

/** Returns report.md, for a pull request or a CI summary. It is always under 1 MiB. */
export function renderMarkdown(result: Result, sections: readonly Section[] = []): string {
  const text = renderWhole(result, sections);
  if (Buffer.byteLength(text) < LARGEST_BYTES) return text;
  const notice = "\n\n**Cut here, at 1 MiB. report.html and result.json have the rest.**\n";
  const room = LARGEST_BYTES - Buffer.byteLength(notice) - 1;
  const kept = Buffer.from(text).subarray(0, room).toString();
  return kept.slice(0, kept.lastIndexOf("\n")) + notice;
}

function renderWhole(result: Result, sections: readonly Section[]): string {
  const { run, warnings, cells } = result;
  const scenarios = Map.groupBy(cells, (cell) => cell.scenario);
  return [
    `# deadheat, ${formatDate(run.startedAt)} UTC`,
    ...knownSentences(result).map((sentence) => `**${escape(sentence)}**`),
    ...costSentences(result).map(escape),
    ...[machineSentence(result), ...instanceSentences(result)].map(escape),
    ...warnings.map(({ message }) => `> **Warning:** ${escape(asSentence(message))}`),
    ...[...scenarios].map(([scenario, own]) => renderScenario(scenario, own, result)),
    ...sectionsOf(result, sections, true).map(sectionMarkdown),
    ...closingSentences(result).map(escape),
    ...retiredSections(result).map(sectionMarkdown),
    `${rankingWords(result)} \`detectable\` is the smallest difference to the floor that the rounds would probably have shown.`,
    `Run \`${run.id}\`, profile ${run.profile}, seed ${run.seed}.`,
    "",
  ].join("\n\n");
}

function renderScenario(scenario: string, cells: readonly Cell[], result: Result): string {
  const ranked = cells.filter((cell) => cell.rank !== null);
  const notes = notesOf(cells).map(noteLine);
  const { first, others } = rankingColumns(ranked, result, {
    nameOf: (cell) =>
      escape(cell.target) + (cell.replayedFrom ? " ↺" : "") + (isWide(cell) ? " !" : ""),
    versionOf: ({ version }) => escape(version),
  });
  const { columns, rows } = tableOf([...first, ...others, detectable], ranked);
  return [
    `## ${escape(scenario)}\n`,
    ranked.length === 0 ? unrankedReason(result) : markdownTable(columns, rows),
    ...(notes.length > 0 || ranked.length === 0 ? ["", ...notes] : []),
  ].join("\n");
}

const detectable: RankingColumn = [
  right("detectable"),
  ({ smallestDetectable: could }) => (could === null ? "" : formatPercent(could - 1)),
];

function noteLine({ kind, targets, text }: Note): string {
  const of = escape(targets.join(", "));
  const said = escape(text);
  return kind === "warning" ? `- ${of}: ${said}` : `- **${of}: ${kind}**: ${said}`;
}
