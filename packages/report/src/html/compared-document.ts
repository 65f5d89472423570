import type { Comparison, MetricSamples } from "@deadheat/judge";
import {
  conditionsOf,
  controlSentence,
  detailSentences,
  headline,
  pairTitle,
  warningsOf,
  type ComparedRounds,
} from "../content/compared.ts";
import { answerOf } from "../content/answer.ts";
import { caveatsOf } from "../content/caveats.ts";
import { costSections } from "../content/explained.ts";
import { explainedSentences } from "../content/explained-sentences.ts";
import { whereWords } from "../content/limits.ts";
import { headingOf, namesOf } from "../content/names.ts";
import { formatDate } from "../format.ts";
import { roundCharts } from "../view/compared/rounds.ts";
import { metricsLegend, metricsTable } from "../view/compared/metrics.ts";
import { h, hint, html, p, type Child } from "../view/parts/element.ts";
import { sectionView } from "../view/parts/table.ts";
import { htmlPage } from "./shell.ts";

/**
 * Returns report.html of a comparison or a gate, a file that loads nothing and runs nothing: the answer, the metrics as
 * intervals on one axis, every round, the control, the warnings, and how it was measured.
 */
export function renderComparedHtml(compared: ComparedRounds): string {
  const { document, explained } = compared;
  const { comparisons, control, command, startedAt } = document;
  const title = pairTitle(document);
  return htmlPage({
    kind: "compared",
    title,
    run: `${title} · ${formatDate(startedAt)} UTC`,
    sentences: [headline(document), ...detailSentences(document)],
    warnings: warningsOf(document).map((message) => ({ message })),
    main: [
      comparisons.map((one, i) =>
        comparisonView(one, compared.comparisons[i], comparisons.length > 1),
      ),
      reasonsView(comparisons, explained),
      control?.map((one, i) => controlView(one, compared.control[i])),
    ],
    conditions: [
      conditionsOf(document).map((text) => p(text)),
      command !== null &&
        html`<p>To repeat it:</p>
          <pre tabindex="0"><code>${command}</code></pre>`,
    ],
  });
}

/** @param several whether there are other comparisons; the answer of the only one is the headline */
function comparisonView(
  one: Comparison,
  samples: MetricSamples | undefined,
  several: boolean,
): Child {
  const where = whereWords(one);
  return html`<h2>${headingOf(one)}</h2>
    ${several && p(answerOf(one))}
    ${
      one.metrics.length > 0 && [metricsTable(one, `Metrics, ${where}`), metricsLegend(one.metrics)]
    }
    ${caveatsOf(one, 1).map((text) => hint(text))} ${samples && roundCharts(samples, namesOf(one))}`;
}

function controlView(one: Comparison, samples: MetricSamples | undefined): Child {
  const { base } = namesOf(one);
  const label = `Metrics of the control, ${whereWords(one)}`;
  // A limit is not about a server against itself.
  const metrics = one.metrics.map((metric) => ({ ...metric, gate: null }));
  return html`<h2>Control: ${base} against itself</h2>
    <p>${controlSentence(one)}</p>
    ${metrics.length > 0 && metricsTable({ metrics }, label)}
    ${samples && roundCharts(samples, { base: `${base}, as base`, new: `${base}, as new` })}`;
}

/** Returns what explanations after the comparisons found, and where their pages are. */
function reasonsView(comparisons: readonly Comparison[], pages: readonly (string | null)[]): Child {
  return comparisons.map(({ explained, scenario }, i) => {
    const page = pages[i] ?? null;
    if (explained === undefined) return null;
    return html`<h2>${comparisons.length > 1 ? `Why, ${scenario}` : "Why"}</h2>
      ${explainedSentences(explained).map((text) => p(text))}
      ${page !== null && p(h("a", { href: page }, "Flame graph and functions"), ".")}
      ${costSections(explained).map((one) => html`<div class="costs">${sectionView(one)}</div>`)}`;
  });
}
