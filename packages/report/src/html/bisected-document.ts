import type { Bisected, BisectedTried } from "@deadheat/judge";
import {
  bisectedSentences,
  machineSentence,
  searchSentence,
  triedColumns,
  triedSection,
} from "../content/bisected.ts";
import { explainedSentences } from "../content/explained-sentences.ts";
import type { Filled } from "../content/section.ts";
import { formatDate } from "../format.ts";
import { drawnInterval } from "../history/scales.ts";
import { allFunctionsTable } from "../view/explained/functions.ts";
import { changeScale, tickWords } from "../view/parts/change-scale.ts";
import { h, hint, html, p, type Child } from "../view/parts/element.ts";
import { plotTable, type Mark } from "../view/parts/plot.ts";
import { scrolled } from "../view/parts/table.ts";
import { htmlPage } from "./shell.ts";

/** Returns bisect.html: the sentences, and the measured candidates along the line with their intervals. */
export function renderBisectedHtml(bisected: Bisected): string {
  const { base, new: next, scenario, startedAt, warnings, explained, command } = bisected;
  return htmlPage({
    kind: "bisected",
    title: `${base.name} to ${next.name}`,
    run: `${base.name} to ${next.name} · ${scenario} · ${formatDate(startedAt)} UTC`,
    sentences: bisectedSentences(bisected),
    warnings,
    main: [
      triedView(bisected),
      explained !== undefined && [
        html`<h2>Why</h2>`,
        explainedSentences(explained).map((text) => p(text)),
        scrolled("Functions", allFunctionsTable(explained)),
      ],
    ],
    conditions: [
      p(searchSentence(bisected)),
      p(machineSentence(bisected)),
      html`<p>To search again: <code>${command}</code></p>`,
    ],
  });
}

function triedView(bisected: Bisected): Child {
  const { title, lead } = triedSection(bisected);
  const [number, name, ...others] = triedColumns(bisected) as [Tried, Tried, ...Tried[]];
  const ends = bisected.tried.flatMap(markOf).flatMap(({ lo, hi }) => [lo, hi]);
  const table = plotTable<BisectedTried>({
    label: title,
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
  return [h("h2", {}, title), lead.map((text) => hint(text)), table];
}

type Tried = Filled<BisectedTried>;

/** Returns nothing for a candidate that was not measured. The base is 1. */
function markOf({ measured, at }: BisectedTried): Mark[] {
  if (measured === null && at !== 0) return [];
  const own = measured ?? { ratio: 1, lo: 1, hi: 1 };
  return [{ runtime: "node", at: own.ratio, ...drawnInterval(own) }];
}
