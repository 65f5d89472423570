import type { Bisected } from "@deadheat/judge";
import { bisectedSentences, searchSentences, triedSection } from "../content/bisected.ts";
import { explainedSentences } from "../content/explained-sentences.ts";
import { formatDate } from "../format.ts";
import { allFunctionsTable } from "../view/explained/functions.ts";
import { hint, html, p } from "../view/parts/element.ts";
import { scrolled, sectionView } from "../view/parts/table.ts";
import { bisectedPicture } from "./bisected-picture.ts";
import { htmlPage } from "./shell.ts";

/** Returns bisect.html: the sentences, the picture of the line, and the table of the search. */
export function renderBisectedHtml(bisected: Bisected): string {
  const { base, new: next, scenario, startedAt, warnings, explained, command } = bisected;
  return htmlPage({
    kind: "bisected",
    title: `${base.name} to ${next.name}`,
    run: `${base.name} to ${next.name} · ${scenario} · ${formatDate(startedAt)} UTC`,
    sentences: bisectedSentences(bisected),
    warnings,
    main: [
      bisectedPicture(bisected),
      hint(
        "Blue: before the step. Red: behind it. Each ratio is to the base end, with its 95 % interval; crosses were skipped.",
      ),
      sectionView(triedSection(bisected)),
      explained !== undefined && [
        html`<h2>Why</h2>`,
        explainedSentences(explained).map((text) => p(text)),
        scrolled("Functions", allFunctionsTable({ functions: explained.functions })),
      ],
    ],
    conditions: [
      searchSentences(bisected).map((text) => p(text)),
      html`<p>To search again: <code>${command}</code></p>`,
    ],
  });
}
