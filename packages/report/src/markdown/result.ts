import { type Cell, type Result, isWide } from "@deadheat/judge";
import {
  formatCount,
  formatDate,
  formatHalfWidth,
  formatInterval,
  formatPercent,
  formatRatio,
} from "../format.ts";
import { formatRank, marginWords } from "@deadheat/judge/known";
import { escapeMarkdown as escape } from "./table.ts";
import { notesOf, verdictWords, type Note } from "../content/notes.ts";
import { retiredMarkdown } from "./retired.ts";
import { sectionMarkdown, type Section } from "../content/section.ts";
import { processSection, soloSections } from "../content/solo.ts";
import { spreadSection } from "../content/spread.ts";
import {
  bridgeSentences,
  knownSentences,
  machineSentence,
  measuredSentences,
  noiseSentence,
  tieSentences,
  unrankedReason,
} from "../content/sentences.ts";

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
  const scenarios = [...new Set(result.cells.map((cell) => cell.scenario))];
  return [
    `# deadheat, ${formatDate(result.run.startedAt)} UTC`,
    ...knownSentences(result).map((sentence) => `**${escape(sentence)}**`),
    escape(machineSentence(result)),
    ...result.warnings.map(({ message }) => `> **Warning:** ${escape(message)}`),
    ...scenarios.map((scenario) => renderScenario(result, scenario)),
    ...[
      ...soloSections(result),
      ...sections,
      ...spreadSection(result),
      ...processSection(result),
    ].map(sectionMarkdown),
    ...tieSentences(result).map(escape),
    escape(noiseSentence(result)),
    ...bridgeSentences(result).map(escape),
    ...measuredSentences(result).map(escape),
    ...retiredMarkdown(result, escape),
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

function renderScenario(result: Result, scenario: string): string {
  const cells = result.cells.filter((cell) => cell.scenario === scenario);
  const rows = cells.filter((cell) => cell.rank !== null).map((cell) => row(cell, result));
  const notes = notesOf(cells).map(noteLine);
  if (rows.length === 0) {
    return [`## ${escape(scenario)}\n`, unrankedReason(result), "", ...notes].join("\n");
  }
  return [
    `## ${escape(scenario)}\n`,
    "| # | target | to node:http | ± | 95 % | to floor | ± | 95 % | could show | req/CPU-s | n | tie | version | verdict |",
    "| --: | --- | --: | --: | --- | --: | --: | --- | --: | --: | --: | --- | --- | --- |",
    ...rows,
    ...(notes.length > 0 ? ["", ...notes] : []),
  ].join("\n");
}

function row(cell: Cell, result: Result): string {
  const toFloor = cell.efficiency?.toFloor;
  const toNodeHttp = cell.efficiency?.toNodeHttp;
  const floor = result.floors[cell.runtime] === cell.target;
  const reference = cell.target === result.floors.node;
  const measured = toFloor && !floor;
  const could = cell.smallestDetectable;
  const columns = [
    cell.rank ? formatRank(cell.rank) : "",
    escape(cell.target) + (cell.replayedFrom ? " ↺" : "") + (isWide(cell) ? " !" : ""),
    toNodeHttp ? formatRatio(toNodeHttp.ratio) : "",
    reference ? "reference" : toNodeHttp ? formatHalfWidth(toNodeHttp) : "",
    toNodeHttp && !reference ? formatInterval(toNodeHttp) : "",
    toFloor ? formatRatio(toFloor.ratio) : "",
    measured ? formatHalfWidth(toFloor) : "floor",
    measured ? formatInterval(toFloor) : "",
    could === null ? "" : formatPercent(could - 1),
    formatCount(cell.requestsPerCpuSecond ?? 0),
    toFloor ? String(toFloor.n) : "",
    cell.tieGroup.join(""),
    escape(cell.version),
    verdictWords(cell),
  ];
  return `| ${columns.join(" | ")} |`;
}

function noteLine({ kind, targets, text }: Note): string {
  const of = escape(targets.join(", "));
  const said = escape(text.replaceAll("\n", " "));
  return kind === "warning" ? `- ${of}: ${said}` : `- **${of}: ${kind}**: ${said}`;
}
