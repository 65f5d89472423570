import type { Bisected } from "@deadheat/judge";
import {
  bisectedSentences,
  machineSentence,
  searchSentence,
  triedSection,
} from "../content/bisected.ts";
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
        "CPU time per request relative to the base, with 95 % intervals. Blue: before the change. Red: after it. Cross: not measured.",
      ),
      sectionView(triedSection(bisected)),
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
