import type { Cost, ExplainedFunction, Reasons } from "@deadheat/judge";
import {
  calledByWords,
  costSections,
  amountWords,
  limitsWords,
  moreWords,
  namedOf,
  nameWords,
  placeWords,
  unitOf,
} from "../content/explained.ts";
import { groupsOf, movedOf, movedSentence } from "../content/explained-groups.ts";
import {
  explainedAnswer,
  explainedDetails,
  profileSentences,
} from "../content/explained-sentences.ts";
import { left, right, tableOf, type Filled } from "../content/section.ts";
import { asSentence, present, printable } from "../format.ts";
import { alignedLines, printedTable } from "./table.ts";
import { filledTo, wrap } from "./wrap.ts";

/** The most functions in the table. The page has all. */
const MOST_ROWS = 12;

/** Returns an explanation as text: the answer, the reasons by package, the functions, and the kinds of code. */
export function renderExplained(
  explained: Reasons,
  { width = 80, page = null }: { readonly width?: number; readonly page?: string | null } = {},
): string {
  const filled = filledTo(width);
  const unit = unitOf(explained);
  const moved = movedOf(explained);
  const movedWords = movedSentence(moved);
  return [
    ...filled([explainedAnswer(explained)]),
    ...groupLines(explained, width),
    ...filled(explainedDetails(explained)),
    "",
    `Functions, ${unit.symbol}${unit.per}`,
    ...functionTable(explained, moved, width),
    ...filled(movedWords === null ? [] : [movedWords]),
    "",
    ...costSections(explained).flatMap(({ title, columns, rows }) => [
      title,
      ...printedTable(columns, rows, width).lines,
      "",
    ]),
    ...filled([
      ...profileSentences(explained),
      ...explained.warnings.map(({ message }) => `! ${asSentence(message)}`),
    ]),
    ...(page === null ? [] : [`Report: ${printable(page)}`]),
    "",
  ].join("\n");
}

/** Returns a line for each group of functions that differ, and one for all other functions. */
function groupLines(explained: Reasons, width: number): string[] {
  const groups = groupsOf(explained);
  if (groups.length === 0) return [];
  const unit = unitOf(explained);
  const rest = { name: "everything else", difference: explained.rest.difference };
  const all = [...groups, { ...rest, functions: "too little per function to be sure" }];
  const times = all.map(({ difference }) => `${moreWords(difference, unit)} ${unit.symbol}`);
  const widest = Math.max(...times.map((time) => time.length));
  const rows = all.map(({ name, functions }, i) => [times[i]!.padStart(widest), name, functions]);
  const indent = " ".repeat(widest + 4);
  return ["", ...alignedLines(rows).map((line) => wrap(`  ${line}`, width, indent))];
}

/** The columns in front of a function's place take about so many characters. */
const BEFORE_PLACE = 56;

/** Leaves out the folders of a path that is too long: the name of its file says more. */
function shortPlace(words: string, most: number): string {
  return words.length <= most
    ? words
    : words.replace(/(^| )((?:node|ext):)?(?:[^/ ]+\/){2,}(?=[^/]+$)/, "$1$2…/");
}

interface Row {
  /** Without limits for a sum of functions. */
  readonly cost: Cost | Pick<Cost, "difference" | "base">;
  readonly what: string;
  readonly place?: string;
}

function functionTable(
  explained: Reasons,
  moved: readonly ExplainedFunction[],
  width: number,
): readonly string[] {
  const named = namedOf(explained);
  const unit = unitOf(explained);
  const first = named.slice(0, MOST_ROWS);
  const further = named.slice(MOST_ROWS);
  const sum = (of: "difference" | "base") => further.reduce((all, { self }) => all + self[of], 0);
  const rows = present<Row>([
    ...first.map((one) => ({
      cost: one.self,
      what: `${nameWords(one)}${moved.includes(one) ? "*" : ""}`,
      place: shortPlace(placeWords(one), width - BEFORE_PLACE),
    })),
    further.length > 0 && {
      cost: { difference: sum("difference"), base: sum("base") },
      what: `${further.length} more, in the report`,
    },
    { cost: explained.rest, what: "everything else" },
    { cost: explained.whole, what: "total" },
  ]);
  const columns: readonly Filled<Row>[] = [
    [right("change"), ({ cost }) => moreWords(cost.difference, unit)],
    [left("95 % interval"), ({ cost }) => ("lo" in cost ? limitsWords(cost, unit) : "")],
    [right("base"), ({ cost }) => amountWords(cost.base, unit)],
    [left("function"), ({ what }) => what],
    [left("in"), ({ place = "" }) => place],
  ];
  const table = tableOf(columns, rows);
  const [head = "", ...lines] = printedTable(table.columns, table.rows, width).lines;
  const indent = " ".repeat(head.indexOf("function") + 2);
  return [
    head,
    ...lines.flatMap((line, i) => {
      const words = first[i] && calledByWords(first[i]);
      return words ? [line, wrap(printable(indent + words), width, `${indent}  `)] : [line];
    }),
  ];
}
