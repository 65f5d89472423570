import type { Result } from "@deadheat/judge";
import { conditionSentences, protocol, runWords } from "../content/conditions.ts";
import { orderSections } from "../content/order.ts";
import { retiredSections } from "../content/retired.ts";
import { closingSentences, scenarioSentences } from "../content/sentences.ts";
import { formatDate } from "../format.ts";
import { filterForm } from "../view/filter.ts";
import { hint, html, p } from "../view/parts/element.ts";
import { sectionView } from "../view/parts/table.ts";
import { rankingLegend, scenarioSection } from "../view/scenario.ts";
import { htmlPage } from "./shell.ts";

/**
 * Returns report.html, a file that loads nothing: what the other reports say, with drawings. A small script sorts and filters
 * the tables, which are complete without it. A target's name and output are only ever text: the tree of `h` escapes them.
 */
export function renderHtml(result: Result): string {
  const scenarios = [...new Set(result.cells.map(({ scenario }) => scenario))];
  const [first = ""] = scenarios;
  const links = scenarios.map((name, i) => html`<a href="#scenario-${i + 1}">${name}</a>`);
  return htmlPage({
    kind: "report",
    title: `${first || "nothing"}, ${formatDate(result.run.startedAt)}`,
    run: runWords(result),
    sentences: scenarioSentences(result, first),
    warnings: result.warnings,
    main: [
      html`<nav aria-label="Scenarios">${links}</nav>`,
      filterForm(result.cells),
      scenarios.map((name, i) => scenarioSection(result, name, i)),
      rankingLegend(result),
      closingSentences(result).map((text) => hint(text)),
      [...orderSections(result), ...retiredSections(result)].map(sectionView),
    ],
    conditions: [protocol, ...conditionSentences(result)].map((text) => p(text)),
  });
}
