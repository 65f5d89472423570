import type { Bisected, BisectedTried } from "@deadheat/judge";
import {
  bisectedSentences,
  bisectedWords,
  machineSentence,
  searchSentence,
  triedColumns,
  triedTitle,
} from "../content/bisected.ts";
import {
  drawing,
  gap,
  heading,
  hints,
  only,
  say,
  warnings,
  type Block,
} from "../content/blocks.ts";
import { explainedSentences } from "../content/explained-sentences.ts";
import { tableOf, type Filled } from "../content/section.ts";
import { formatDate } from "../format.ts";
import { drawnInterval } from "../history/scales.ts";
import { htmlOf } from "../render/html.ts";
import { LONGEST } from "../render/inert.ts";
import { markdownOf } from "../render/markdown.ts";
import { textOf } from "../render/text.ts";
import { allFunctionsTable } from "../view/explained/functions.ts";
import { changeScale, tickWords } from "../view/parts/change-scale.ts";
import { h, type Child } from "../view/parts/element.ts";
import { plotTable, type Mark } from "../view/parts/plot.ts";
import { scrolled } from "../view/parts/table.ts";
import { descendedBlocks } from "./descended.ts";
import { reasonsInText } from "./explained.ts";

/** Returns a search: the answer, the differences behind it, the measured candidates, and how to repeat it. */
function bisectedBlocks(bisected: Bisected, page: string | null = null): Block[] {
  const { base, descended, explained, command } = bisected;
  const { answers, facts, sentences } = bisectedWords(bisected);
  const table = {
    kind: "table",
    label: triedTitle(bisected),
    ...tableOf(triedColumns(bisected), bisected.tried),
  } as const;
  const titled = [
    heading(table.label),
    hints([`CPU time per request relative to ${base.name}: above 1 is slower.`]),
  ];
  return [
    only(
      "text",
      ...answers.flatMap(([answer, ...about]): Block[] => [
        { kind: "answer", lines: [answer] },
        { kind: "aligned", rows: about.map((line) => [line]) },
      ]),
      ...(facts.length > 0 ? [gap] : []),
      { kind: "aligned", rows: facts },
      say(...sentences),
      gap,
      table,
      gap,
      say(searchSentence(bisected)),
    ),
    only("markdown html", { kind: "answer", lines: bisectedSentences(bisected) }),
    warnings(bisected.warnings),
    only(
      "html",
      ...titled,
      drawing(() => triedView(bisected)),
    ),
    ...(descended === undefined ? [] : descendedBlocks(descended)),
    ...(explained === undefined
      ? []
      : [
          only("text", gap, ...reasonsInText(explained), gap),
          only(
            "html",
            heading("Why"),
            say(...explainedSentences(explained)),
            drawing(() => scrolled("Functions", allFunctionsTable(explained))),
          ),
        ]),
    only("text", ...(page === null ? [] : [{ kind: "file", lead: "Report", path: page } as const])),
    only("markdown html", {
      kind: "fold",
      title: "How it was found",
      foot: true,
      blocks: [
        only("markdown", ...titled, table),
        say(searchSentence(bisected), machineSentence(bisected)),
        { kind: "command", lead: "To search again, run:", command },
      ],
    }),
  ];
}

/** Writes a search for a terminal. */
export function renderBisected(
  bisected: Bisected,
  {
    width = 80,
    files = null,
  }: { readonly width?: number; readonly files?: { readonly html: string } | null } = {},
): string {
  const options = { width, indent: "  ", wholeWords: true };
  return textOf(bisectedBlocks(bisected, files?.html), options);
}

/** Writes a search for an issue or a pull request. */
export function renderBisectedMarkdown(bisected: Bisected): string {
  return markdownOf(bisectedBlocks(bisected), LONGEST);
}

/** Returns bisect.html. */
export function renderBisectedHtml(bisected: Bisected): string {
  const { base, new: next, scenario, startedAt } = bisected;
  const title = `${base.name} to ${next.name}`;
  const run = `${title} · ${scenario} · ${formatDate(startedAt)} UTC`;
  return htmlOf({ kind: "bisected", title, run }, bisectedBlocks(bisected));
}

/** Draws the measured candidates along the line with their intervals. */
function triedView(bisected: Bisected): Child {
  const [number, name, ...others] = triedColumns(bisected) as [Tried, Tried, ...Tried[]];
  const ends = bisected.tried.flatMap(markOf).flatMap(({ lo, hi }) => [lo, hi]);
  return plotTable<BisectedTried>({
    label: triedTitle(bisected),
    rows: bisected.tried,
    name: [name[0].name, (one) => h("b", { class: "name" }, name[1](one))],
    drawn: [
      {
        name: `CPU time per request, to ${bisected.base.name}`,
        of: markOf,
        format: tickWords,
        scale: changeScale(ends),
        one: true,
      },
    ],
    columns: [number, ...others],
  });
}

type Tried = Filled<BisectedTried>;

/** Returns nothing for a candidate that was not measured. The base is 1. */
function markOf({ measured, at }: BisectedTried): Mark[] {
  if (measured === null && at !== 0) return [];
  const own = measured ?? { ratio: 1, lo: 1, hi: 1 };
  return [{ runtime: "node", at: own.ratio, ...drawnInterval(own) }];
}
