import { isWide, type Cell, type Result } from "@deadheat/judge";
import {
  drawing,
  gap,
  heading,
  hints,
  only,
  say,
  sectionBlocks,
  strong,
  termsIn,
  warnings,
  type Block,
  type Inline,
} from "../content/blocks.ts";
import { conditionSentences, protocol, rankingWords, runWords } from "../content/conditions.ts";
import { instanceSentences } from "../content/instances.ts";
import { notesOf } from "../content/notes.ts";
import { orderSections } from "../content/order.ts";
import { costSentences, HALF_WIDTH, INTERVAL, rankingColumns } from "../content/ranking.ts";
import { retiredSections } from "../content/retired.ts";
import { right, tableOf, type Filled, type Section } from "../content/section.ts";
import { sectionsOf } from "../content/sections.ts";
import {
  closingSentences,
  knownSentences,
  machineSentence,
  retiredSentences,
  scenarioSentences,
  unrankedReason,
} from "../content/sentences.ts";
import { formatDate, formatPercent } from "../format.ts";
import { htmlOf } from "../render/html.ts";
import { markdownOf } from "../render/markdown.ts";
import { textOf } from "../render/text.ts";
import type { Width } from "../render/wrap.ts";
import { filterForm } from "../view/filter.ts";
import { html } from "../view/parts/element.ts";
import { rankingLegend, scenarioSection } from "../view/scenario.ts";
import { historyBlocks, isHistory } from "./history.ts";

interface TableOptions {
  readonly color: boolean;
  /** The width of the terminal; null for as wide as the tables need. */
  readonly columns: Width;
  readonly sections?: readonly Section[];
}

/** Returns a result for a terminal or a log. */
export function renderResult(
  result: Result,
  { color, columns: width, sections = [] }: TableOptions,
): string {
  const warning = "WARNING: ";
  return isHistory(result)
    ? textOf(historyBlocks(result), { width, indent: "  ", warning })
    : textOf(resultBlocks(result, sections), { width, color, warning });
}

/** The size of the largest summary that a CI accepts. */
const LARGEST_BYTES = 1024 * 1024;

/** Returns report.md, for a pull request or a CI summary. It is always under 1 MiB. */
export function renderMarkdown(result: Result, sections: readonly Section[] = []): string {
  const text = markdownOf(
    isHistory(result) ? historyBlocks(result) : resultBlocks(result, sections),
  );
  if (Buffer.byteLength(text) < LARGEST_BYTES) return text;
  const notice = "\n\n**Cut here, at 1 MiB. report.html and result.json have the rest.**\n";
  const room = LARGEST_BYTES - Buffer.byteLength(notice) - 1;
  const kept = Buffer.from(text).subarray(0, room).toString();
  return kept.slice(0, kept.lastIndexOf("\n")) + notice;
}

/** Returns report.html. A small script sorts and filters the tables, which are complete without it. */
export function renderHtml(result: Result): string {
  const [first = "nothing"] = scenariosOf(result);
  const title = `${first}, ${formatDate(result.run.startedAt)}`;
  return htmlOf({ kind: "report", title, run: runWords(result) }, resultBlocks(result, []));
}

/** Returns a result: the answer, the rankings, all else that was measured, and how it was measured. */
function resultBlocks(result: Result, sections: readonly Section[]): Block[] {
  const { run } = result;
  const scenarios = scenariosOf(result);
  const warned = warnings(result.warnings);
  return [
    only("markdown", heading(`deadheat, ${formatDate(run.startedAt)} UTC`, 1)),
    only(
      "text markdown",
      say(
        ...knownSentences(result).map(strong),
        ...costSentences(result),
        machineSentence(result),
        ...instanceSentences(result),
      ),
    ),
    only("html", { kind: "answer", lines: scenarioSentences(result, scenarios[0] ?? "") }),
    only("markdown html", warned),
    only("text markdown", ...scenarios.flatMap((name) => [gap, ...scenarioBlocks(name, result)])),
    only("text", ...afterRankings(result, sections, false), gap),
    only("markdown", ...afterRankings(result, sections, true)),
    drawing(() => scenariosView(result, scenarios)),
    only("text markdown", say(...closingSentences(result))),
    only("html", hints(closingSentences(result))),
    only(
      "text",
      say(...retiredSentences(result)),
      { kind: "left out", words: leftOutWords },
      warned,
    ),
    only("html", ...orderSections(result).flatMap(sectionBlocks)),
    only("markdown html", ...retiredSections(result).flatMap(sectionBlocks)),
    only(
      "markdown",
      say(
        termsIn(
          `${rankingWords(result)} \`detectable\` is the smallest difference to the floor that the rounds would probably have shown.`,
        ),
        termsIn(`Run \`${run.id}\`, profile ${run.profile}, seed ${run.seed}.`),
      ),
    ),
    only("html", {
      kind: "fold",
      title: "",
      foot: true,
      blocks: [say(protocol, ...conditionSentences(result))],
    }),
  ];
}

function scenariosOf({ cells }: Result): string[] {
  return [...new Set(cells.map(({ scenario }) => scenario))];
}

function afterRankings(result: Result, sections: readonly Section[], room: boolean): Block[] {
  return sectionsOf(result, sections, room).flatMap((own) => [gap, ...sectionBlocks(own)]);
}

function scenariosView(result: Result, scenarios: readonly string[]) {
  const links = scenarios.map((name, i) => html`<a href="#scenario-${i + 1}">${name}</a>`);
  return [
    html`<nav aria-label="Scenarios">${links}</nav>`,
    filterForm(result.cells),
    scenarios.map((name, i) => scenarioSection(result, name, i)),
    rankingLegend(result),
  ];
}

function leftOutWords(all: readonly string[]): string {
  const names = all.filter((name) => !["", INTERVAL, HALF_WIDTH].includes(name));
  return names.length === 0
    ? ""
    : `Not shown at this width: ${names.join(", ")}. report.md has every column.`;
}

/** Returns the ranking of a scenario, and the notes about its cells. */
function scenarioBlocks(scenario: string, result: Result): Block[] {
  const cells = result.cells.filter((cell) => cell.scenario === scenario);
  const ranked = cells.filter((cell) => cell.rank !== null);
  const { first, others } = rankingColumns(ranked, result, nameOf);
  const table = (columns: readonly Filled<Cell, Inline>[]): Block => {
    return { kind: "table", label: scenario, ...tableOf(columns, ranked) };
  };
  return [
    heading(scenario),
    ...(ranked.length === 0
      ? [say(unrankedReason(result))]
      : [
          only("text", table([...first, ...others])),
          only("markdown", table([...first, ...others, detectable])),
        ]),
    { kind: "notes", notes: notesOf(cells) },
  ];
}

/** Returns the name of a target, with marks for a cached and an imprecise result. */
function nameOf(cell: Cell): Inline {
  const { target, runtime, replayedFrom } = cell;
  return [
    { text: target, as: runtime },
    replayedFrom ? " ↺" : "",
    isWide(cell) ? { text: " !", as: "even" } : "",
  ];
}

const detectable: Filled<Cell> = [
  right("detectable"),
  ({ smallestDetectable: could }) => (could === null ? "" : formatPercent(could - 1)),
];
