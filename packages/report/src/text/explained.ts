import type { Cost, ExplainedFunction, Reasons } from "@deadheat/judge";
import {
  conditionSentences,
  explainedSentences,
  kindWords,
  limitsWords,
  microseconds,
  moreWords,
  movedOf,
  movedSentence,
  namedOf,
  placeWords,
} from "../content/explained.ts";
import { left, right, tableOf, type Filled } from "../content/section.ts";
import { printable } from "../format.ts";
import { textTable } from "./table.ts";
import { fill } from "./wrap.ts";

/** The most functions in the table. The page has all. */
const MOST_ROWS = 12;

/** Writes an explanation: the reasons in sentences, the named functions, and the kinds of code, which add up. */
export function renderExplained(
  explained: Reasons,
  { width = 80, page = null }: { readonly width?: number; readonly page?: string | null } = {},
): string {
  const sentences = (lines: readonly (string | null)[]) =>
    lines.flatMap((line) => (line === null ? [] : [fill(printable(line), width)]));
  const moved = movedOf(explained);
  return [
    ...sentences([explainedSentences(explained).join(" ")]),
    "",
    ...functionTable(explained, moved, width),
    ...sentences([movedSentence(moved)]),
    "",
    ...costTable("package", explained.packages.slice(0, MOST_PACKAGES).map(packageRow), width),
    "",
    ...costTable("kind of code", explained.kinds.map(kindRow), width),
    "",
    ...sentences([
      ...conditionSentences(explained),
      ...explained.warnings.map(({ message }) => `! ${message}`),
    ]),
    ...(page === null ? [] : [`page: ${printable(page)}`]),
    "",
  ].join("\n");
}

const kindRow = ({ name, cost }: Reasons["kinds"][number]) => ({ name: kindWords[name], cost });
const packageRow = ({ name, cost }: Reasons["packages"][number]) => ({
  name: name === "." ? kindWords.app : name,
  cost,
});

function functionTable(
  explained: Reasons,
  moved: readonly ExplainedFunction[],
  width: number,
): readonly string[] {
  const named = namedOf(explained);
  const { rest, cpu } = explained;
  const columns: readonly Filled<ExplainedFunction>[] = [
    [right("us"), ({ self }) => moreWords(self.difference)],
    [left("95 %"), ({ self }) => limitsWords(self)],
    [right("base"), ({ self }) => microseconds(self.base)],
    [left("function"), (one) => `${nameWords(one)}${moved.includes(one) ? "*" : ""}`],
    [left("in"), placeWords],
  ];
  const { columns: shown, rows } = tableOf(columns, named.slice(0, MOST_ROWS));
  const sum = (some: readonly ExplainedFunction[], of: "difference" | "base") =>
    some.reduce((all, { self }) => all + self[of], 0);
  const further = named.slice(MOST_ROWS);
  const others = [
    ...(further.length === 0
      ? []
      : [
          [
            moreWords(sum(further, "difference")),
            "",
            microseconds(sum(further, "base")),
            `${further.length} more, on the page`,
            "",
          ],
        ]),
    [
      moreWords(rest.difference),
      limitsWords(rest),
      microseconds(rest.base),
      "below what can be told",
      "",
    ],
    [moreWords(cpu.difference), limitsWords(cpu), microseconds(cpu.base), "all", ""],
  ];
  return textTable(
    shown,
    [...rows, ...others].map((row) => row.map(printable)),
    width,
  ).lines;
}

function nameWords({ name, state, renamedFrom }: ExplainedFunction): string {
  if (renamedFrom !== undefined) return `${name} (was ${renamedFrom})`;
  return state === "both" ? name : `${name} (${state})`;
}

/** The most packages in the table. The page has more. */
const MOST_PACKAGES = 6;

function costTable(
  what: string,
  rows: readonly { readonly name: string; readonly cost: Cost }[],
  width: number,
): readonly string[] {
  const columns: readonly Filled<(typeof rows)[number]>[] = [
    [right("us"), ({ cost }) => moreWords(cost.difference)],
    [left("95 %"), ({ cost }) => limitsWords(cost)],
    [right("base"), ({ cost }) => microseconds(cost.base)],
    [right("new"), ({ cost }) => microseconds(cost.new)],
    [left(what), ({ name }) => name],
  ];
  const { columns: shown, rows: texts } = tableOf(columns, rows);
  const lines = texts.map((row) => row.map(printable));
  return textTable(shown, lines, width).lines;
}
