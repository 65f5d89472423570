import type { Result } from "@deadheat/judge";
import { conditionSentences, protocol, runWords } from "../content/conditions.ts";
import { orderSections } from "../content/order.ts";
import { retiredSections } from "../content/retired.ts";
import { formatDate } from "../format.ts";
import { filterForm } from "../view/filter.ts";
import { missingSection } from "../view/missing.ts";
import { h, p } from "../view/parts/element.ts";
import { sectionView } from "../view/parts/table.ts";
import { rankingLegend, scenarioSection } from "../view/scenario.ts";
import { summarySection } from "../view/summary.ts";
import { htmlPage } from "./shell.ts";

/**
 * Returns report.html, a file that loads nothing: all rankings and tables of a run. A small script sorts and filters the
 * tables, which are complete without it. A target's name and output are only ever text: the tree of `h` escapes them.
 */
export function renderHtml(result: Result): string {
  const { cells } = result;
  const scenarios = [...new Set(cells.map(({ scenario }) => scenario))];
  const [first = ""] = scenarios;
  const ranked = cells.filter(({ scenario, rank }) => scenario === first && rank !== null);
  const missing = missingSection(result);
  const link = (to: string, words: string) => h("a", { href: `#${to}` }, words);
  return htmlPage({
    kind: "report",
    title: `${first || "nothing"}, ${formatDate(result.run.startedAt)}`,
    run: runWords(result),
    main: [
      summarySection(result, first, ranked),
      h(
        "nav",
        { "aria-label": "Contents" },
        scenarios.map((name, i) => link(`scenario-${i + 1}`, name)),
        missing && link("missing", "Not measured"),
      ),
      filterForm(),
      scenarios.map((name, i) => scenarioSection(result, name, `scenario-${i + 1}`)),
      rankingLegend(result, first),
      orderSections(result).map(sectionView),
      missing,
      retiredSections(result).map(sectionView),
    ],
    conditions: [protocol, ...conditionSentences(result)].map((text) => p(text)),
  });
}
