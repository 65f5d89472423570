import { deflateRawSync } from "node:zlib";
import type { Cost, Explained, ExplainedMetric, Reasons } from "@deadheat/judge";
import {
  drawing,
  gap,
  heading,
  only,
  say,
  sectionBlocks,
  warnings,
  type Block,
  type Table,
} from "../content/blocks.ts";
import {
  amountWords,
  calledByWords,
  costSections,
  limitsWords,
  moreWords,
  namedOf,
  nameWords,
  placeWords,
  unitOf,
  whereWords,
} from "../content/explained.ts";
import { groupsOf, movedOf, movedSentence } from "../content/explained-groups.ts";
import {
  explainedAnswer,
  explainedDetails,
  explainedSentences,
  profileSentences,
} from "../content/explained-sentences.ts";
import { left, right, tableOf, type Filled } from "../content/section.ts";
import { formatDate, present } from "../format.ts";
import { descendedBlocks } from "./descended.ts";
import { blocksView, htmlOf } from "../render/html.ts";
import { LONGEST } from "../render/inert.ts";
import { markdownOf } from "../render/markdown.ts";
import { textOf } from "../render/text.ts";
import { allFunctionsTable } from "../view/explained/functions.ts";
import { h, html, type Child } from "../view/parts/element.ts";
import { scrolled } from "../view/parts/table.ts";

/** The most functions in the table of a text, and of a comment. The page has all. */
const MOST_IN_TEXT = 12;
const MOST_IN_COMMENT = 10;

/** Returns an explanation: the answer, the reasons by package, the functions, the kinds of code, and how it was profiled. */
function explainedBlocks(explained: Explained): Block[] {
  const profiled = say(...profileSentences(explained));
  return [
    only("text", ...reasonsInText(explained)),
    only("markdown html", { kind: "answer", lines: explainedSentences(explained) }),
    only("markdown", ...functionsInComment(explained), profiled),
    only("markdown html", warnings(explained.warnings)),
    ...wayDown(explained),
    drawing(() => [
      picture(explained.metric),
      html`<section class="static">
        <h2>Functions</h2>
        ${scrolled("Functions", allFunctionsTable(explained))}
      </section>`,
    ]),
    costsOnPage(explained),
    only("html", { kind: "fold", title: "", foot: true, blocks: [profiled] }),
  ];
}

/** Returns an explanation as text. */
export function renderExplained(
  explained: Reasons & Pick<Explained, "descended">,
  { width = 80, page = null }: { readonly width?: number; readonly page?: string | null } = {},
): string {
  const blocks = [...reasonsInText(explained, page), ...wayDown(explained)];
  return textOf(blocks, { width, indent: "  ", wholeWords: true });
}

function wayDown({ descended }: Pick<Explained, "descended">): Block[] {
  return descended === undefined ? [] : descendedBlocks(descended);
}

/** Returns an explanation as Markdown, for an issue. */
export function renderExplainedMarkdown(explained: Explained): string {
  return markdownOf(explainedBlocks(explained), LONGEST);
}

/**
 * Returns explain.html: the sentences, a differential flame graph, and a table of functions that follows it. Without
 * JavaScript it has the table alone.
 */
export function renderExplainedHtml(explained: Explained): string {
  const { base, new: next, scenario, metric, functions, whole, stacks = [], startedAt } = explained;
  const title = `${next.name} against ${base.name}`;
  const run = `${title} · ${scenario} · ${formatDate(startedAt)} UTC`;
  const data = dataElement(JSON.stringify({ metric, functions, whole, stacks }, digits));
  return htmlOf({ kind: "explained", title, run, data }, explainedBlocks(explained));
}

/** Returns an explanation as a part of a text. @param page the file with all functions; null for none */
export function reasonsInText(explained: Reasons, page: string | null = null): Block[] {
  const unit = unitOf(explained);
  return [
    say(explainedAnswer(explained)),
    ...groupsInText(explained),
    say(...explainedDetails(explained)),
    gap,
    heading(`Functions, ${unit.symbol}${unit.per}`, 3),
    functionsTable(explained, MOST_IN_TEXT, true),
    say(...present([movedSentence(movedOf(explained))])),
    gap,
    ...costSections(explained).flatMap(({ title, columns, rows }) => [
      heading(title, 3),
      { kind: "table", label: title, columns, rows } as const,
      gap,
    ]),
    say(...profileSentences(explained)),
    warnings(explained.warnings),
    ...(page === null ? [] : [{ kind: "file", lead: "Report", path: page } as const]),
  ];
}

/** Returns a row for each group of functions that differ, and one for all other functions. */
function groupsInText(explained: Reasons): Block[] {
  const groups = groupsOf(explained);
  if (groups.length === 0) return [];
  const unit = unitOf(explained);
  const rest = { name: "everything else", difference: explained.rest.difference };
  const all = [...groups, { ...rest, functions: "too little per function to be sure" }];
  const times = all.map(({ difference }) => `${moreWords(difference, unit)} ${unit.symbol}`);
  const widest = Math.max(...times.map((time) => time.length));
  const rows = all.map(({ name, functions }, i) => [times[i]!.padStart(widest), name, functions]);
  return [gap, { kind: "aligned", rows, hanging: widest + 4 }];
}

interface Row {
  /** Without limits for a sum of functions. */
  readonly cost: Cost | Pick<Cost, "difference" | "base">;
  readonly what: string;
  readonly place?: string;
}

/** Returns the table of the functions that differ. In a text it ends with all others, and names callers below a row. */
function functionsTable(explained: Reasons, most: number, inText: boolean): Table {
  const named = namedOf(explained);
  const moved = movedOf(explained);
  const unit = unitOf(explained);
  const first = named.slice(0, most);
  const further = named.slice(most);
  const sum = (of: "difference" | "base") => further.reduce((all, { self }) => all + self[of], 0);
  const rows = present<Row>([
    ...first.map((one) => ({
      cost: one.self,
      what: `${nameWords(one)}${inText && moved.includes(one) ? "*" : ""}`,
      place: inText ? placeWords(one) : whereWords(one),
    })),
    inText &&
      further.length > 0 && {
        cost: { difference: sum("difference"), base: sum("base") },
        what: `${further.length} more, in the report`,
      },
    inText && { cost: explained.rest, what: "everything else" },
    inText && { cost: explained.whole, what: "total" },
  ]);
  const columns: readonly Filled<Row>[] = [
    [
      right(inText ? "change" : `change, ${unit.symbol}${unit.per}`),
      ({ cost }) => moreWords(cost.difference, unit),
    ],
    [left("95 % interval"), ({ cost }) => ("lo" in cost ? limitsWords(cost, unit) : "")],
    [right("base"), ({ cost }) => amountWords(cost.base, unit)],
    [left("function"), ({ what }) => what],
    [{ ...left("in"), path: true }, ({ place = "" }) => place],
  ];
  const below = { column: "function", lines: first.map(calledByWords) };
  return {
    kind: "table",
    label: "Functions",
    ...tableOf(columns, rows),
    ...(inText && { below }),
  };
}

/** Returns the sentences of an explanation and a folded table, as a part of a comment. */
export function reasonsInComment(explained: Reasons, where: string | null): Block[] {
  const [first = "", ...others] = explainedSentences(explained);
  const why = [{ text: "Why", as: "strong" } as const, where === null ? ": " : ` (${where}): `];
  const table = functionsInComment(explained);
  return [
    { kind: "text", flow: true, lines: [[...why, first], ...others] },
    ...(table.length === 0
      ? []
      : [{ kind: "fold", title: "The functions that differ", blocks: table } as const]),
  ];
}

function functionsInComment(explained: Reasons): Block[] {
  const more = namedOf(explained).length - MOST_IN_COMMENT;
  const table = functionsTable(explained, MOST_IN_COMMENT, false);
  if (table.rows.length === 0) return [];
  return [table, say(...(more > 0 ? [`${more} more functions are in explain.json.`] : []))];
}

/** Returns the tables by package and by kind of code of a page. */
export function costsOnPage(explained: Reasons): Block {
  return drawing(() =>
    costSections(explained).map((section) =>
      h("section", { class: "costs" }, blocksView(sectionBlocks(section))),
    ),
  );
}

/** Returns the element that holds JSON for the page's script. Base64 has no character that could end it. */
function dataElement(json: string): string {
  const base64 = deflateRawSync(json, { level: 9 }).toString("base64");
  return `<script type="text/plain" id="data">${base64}</script>`;
}

function picture(metric: ExplainedMetric): Child {
  return html`<section class="live">
    <h2>${metric.startsWith("memory") ? "What holds the memory" : "Where the time goes"}</h2>
    <div class="tools">
      <label>Search: <input type="search" id="search" /></label>
      <button type="button" id="whole">Show all</button>
    </div>
    <p class="hint">
      Red: the new server takes more. Blue: it takes less. A frame is as wide as what both take. To
      zoom, click a frame, or use the arrow keys, Enter and Escape.
    </p>
    <div id="flame"></div>
    <p id="where" aria-live="polite"></p>
    <div
      class="scroll"
      id="functions"
      tabindex="0"
      role="region"
      aria-label="Functions of the chosen frame"
    ></div>
  </section>`;
}

/** Keeps five digits of fractions: a picture shows fewer. */
function digits(_key: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isInteger(value)
    ? Number(value.toPrecision(5))
    : value;
}
