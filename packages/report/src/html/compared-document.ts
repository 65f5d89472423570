import type { Compared, MetricSamples } from "@deadheat/judge";
import {
  conditionsOf,
  controlSentence,
  leadSentences,
  pairTitle,
  sentencesOf,
  warningsOf,
  whereTitle,
  type ComparedRounds,
} from "../content/compared.ts";
import { costSections, explainedSentences } from "../content/explained.ts";
import { formatDate } from "../format.ts";
import { namesOf } from "../text/comparison-names.ts";
import { roundCharts } from "../view/compared/rounds.ts";
import { metricsLegend, metricsTable } from "../view/compared/metrics.ts";
import { growthTable } from "../view/compared/growth.ts";
import { h, html, p, type Child } from "../view/parts/element.ts";
import { sectionView } from "../view/parts/table.ts";
import { htmlPage } from "./shell.ts";

type One = Compared["comparisons"][number];

/**
 * Returns report.html of a comparison or a gate, a file that loads nothing and runs nothing: the sentence, the metrics as
 * intervals on one axis, every round, the control, the warnings, and how it was measured.
 */
export function renderComparedHtml(compared: ComparedRounds): string {
  const { document, explained } = compared;
  const { comparisons, control, command, startedAt } = document;
  const title = pairTitle(document);
  const together = comparisons.length > 1 ? comparisons.length + control.length : 1;
  return htmlPage({
    kind: "compared",
    title,
    run: `${title} · ${formatDate(startedAt)} UTC`,
    sentences: leadSentences(document),
    warnings: warningsOf(document).map((message) => ({ message })),
    main: [
      comparisons.map((one, i) => comparisonView(one, compared.comparisons[i], together)),
      reasonsView(comparisons, explained),
      control.map((one, i) => controlView(one, compared.control[i])),
    ],
    conditions: [
      conditionsOf(document).map((text) => p(text)),
      command !== null &&
        html`<p>To repeat it:</p>
          <pre tabindex="0"><code>${command}</code></pre>`,
    ],
  });
}

/** @param together the number of comparisons that share a budget; the sentences about the only one stand above */
function comparisonView(one: One, samples: MetricSamples | undefined, together: number): Child {
  const where = whereTitle(one);
  const said = together > 1 ? sentencesOf(one, together) : [];
  return html`<h2>${where}</h2>
    ${said.map((text) => p(text))}
    ${
      one.metrics.length > 0 && [
        metricsTable(one.metrics, `Metrics, ${where}`),
        metricsLegend(one.metrics),
      ]
    }
    ${one.growth && growthTable(one.growth, namesOf(one), `Memory growth, ${where}`)}
    ${samples && roundCharts(samples, namesOf(one))}`;
}

/** A gate is not about a server against itself. */
function ungated({ metrics }: Pick<One, "metrics">): One["metrics"] {
  return metrics.map((metric) => ({ ...metric, gate: null }));
}

function controlView(one: One, samples: MetricSamples | undefined): Child {
  const { base } = namesOf(one);
  const label = `Metrics of the control, ${whereTitle(one)}`;
  return html`<h2>Control: ${base} against itself</h2>
    <p>${controlSentence(one)}</p>
    ${one.metrics.length > 0 && metricsTable(ungated(one), label)}
    ${samples && roundCharts(samples, { base: `${base}, as base`, new: `${base}, as new` })}`;
}

/** Returns what explanations after the comparisons found, and where their pages are. */
function reasonsView(comparisons: readonly One[], pages: readonly (string | null)[]): Child {
  return comparisons.map(({ explained, scenario }, i) => {
    const page = pages[i] ?? null;
    if (explained === undefined) return null;
    return html`<h2>${comparisons.length > 1 ? `Why, ${scenario}` : "Why"}</h2>
      ${explainedSentences(explained).map((text) => p(text))}
      ${page !== null && p(h("a", { href: page }, "Flame graph and functions"), ".")}
      ${costSections(explained).map((one) => html`<div class="costs">${sectionView(one)}</div>`)}`;
  });
}
