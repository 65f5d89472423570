import { type Cell, type Result, isWide } from "@deadheat/judge";
import { marginWords } from "@deadheat/judge/known";
import { groupBy } from "@deadheat/judge/group-by";
import { instanceColumn, instanceSentences } from "../content/instances.ts";
import { orderSections } from "../content/order.ts";
import { notesOf, type Note } from "../content/notes.ts";
import { ratioColumns, rankingColumns, type RankingColumn } from "../content/ranking.ts";
import { left, right, tableOf, type Section } from "../content/section.ts";
import {
  bridgeSentences,
  knownSentences,
  machineSentence,
  measuredSentences,
  noiseSentence,
  tieSentences,
  unrankedReason,
} from "../content/sentences.ts";
import { costSections } from "../content/cost.ts";
import { processSection, soloSections } from "../content/solo.ts";
import { spreadSection } from "../content/spread.ts";
import { formatDate, formatPercent } from "../format.ts";
import { retiredMarkdown } from "./retired.ts";
import { escapeMarkdown as escape, markdownTable, sectionMarkdown } from "./table.ts";

/** What a CI summary accepts. */
const LARGEST_BYTES = 1024 * 1024;

/** report.md: for a pull request or a CI summary, always under 1 MiB. */
export function renderMarkdown(result: Result, sections: readonly Section[] = []): string {
  const text = renderWhole(result, sections);
  if (Buffer.byteLength(text) < LARGEST_BYTES) return text;
  const notice = "\n\n**Cut here, at 1 MiB. report.html and result.json have the rest.**\n";
  const room = LARGEST_BYTES - Buffer.byteLength(notice) - 1;
  const kept = Buffer.from(text).subarray(0, room).toString();
  return kept.slice(0, kept.lastIndexOf("\n")) + notice;
}

function renderWhole(result: Result, sections: readonly Section[]): string {
  const scenarios = groupBy(result.cells, (cell) => cell.scenario);
  return [
    `# deadheat, ${formatDate(result.run.startedAt)} UTC`,
    ...knownSentences(result).map((sentence) => `**${escape(sentence)}**`),
    escape(machineSentence(result)),
    ...instanceSentences(result).map(escape),
    ...result.warnings.map(({ message }) => `> **Warning:** ${escape(message)}`),
    ...[...scenarios].map(([scenario, cells]) => renderScenario(scenario, cells, result)),
    ...[
      ...orderSections(result, true),
      ...costSections(result),
      ...soloSections(result),
      ...sections,
      ...spreadSection(result),
      ...processSection(result),
    ].map(sectionMarkdown),
    ...tieSentences(result).map(escape),
    escape(noiseSentence(result)),
    ...bridgeSentences(result).map(escape),
    ...measuredSentences(result).map(escape),
    ...retiredMarkdown(result),
    "Ratios are of good responses per CPU-second of the server (efficiency); higher is better. " +
      "`to floor` compares with the thinnest server of the same runtime, `to node:http` with " +
      "`node-http/node`, through the bridge. A rank is an interval: from 1 + the targets that are " +
      "significantly faster to all but those that are significantly slower (95 %, corrected for all pairs at " +
      `once). Targets that share a letter are a dead heat: proven to lie within ${marginWords(result.margin)}. ` +
      "`could show` is the smallest difference to the floor that the blocks would probably have shown.",
    `Run \`${result.run.id}\`, profile ${result.run.profile}, seed ${result.run.seed}.`,
    "",
  ].join("\n\n");
}

function renderScenario(scenario: string, cells: readonly Cell[], result: Result): string {
  const ranked = cells.filter((cell) => cell.rank !== null);
  const notes = notesOf(cells).map(noteLine);
  const { columns, rows } = tableOf(columnsOf(result), ranked);
  return [
    `## ${escape(scenario)}\n`,
    ranked.length === 0 ? unrankedReason(result) : markdownTable(columns, rows),
    ...(notes.length > 0 || ranked.length === 0 ? ["", ...notes] : []),
  ].join("\n");
}

function columnsOf(result: Result): RankingColumn[] {
  const { floors } = result;
  const { rank, speed, blocks, tie, verdict } = rankingColumns;
  return [
    rank,
    [left("target"), (cell) => escape(cell.target) + marksOf(cell)],
    ...ratioColumns(
      right("to node:http"),
      ({ efficiency }) => efficiency?.toNodeHttp,
      ({ target }) => (target === floors.node ? "reference" : null),
    ),
    ...ratioColumns(
      right("to floor"),
      ({ efficiency }) => efficiency?.toFloor,
      ({ target, runtime }) => (target === floors[runtime] ? "floor" : null),
    ),
    [
      right("could show"),
      ({ smallestDetectable: could }) => (could === null ? "" : formatPercent(could - 1)),
    ],
    speed,
    blocks,
    tie,
    [left("version"), ({ version }) => escape(version)],
    verdict,
    ...instanceColumn(result),
  ];
}

function marksOf(cell: Cell): string {
  return (cell.replayedFrom ? " ↺" : "") + (isWide(cell) ? " !" : "");
}

function noteLine({ kind, targets, text }: Note): string {
  const of = escape(targets.join(", "));
  const said = escape(text.replaceAll("\n", " "));
  return kind === "warning" ? `- ${of}: ${said}` : `- **${of}: ${kind}**: ${said}`;
}
