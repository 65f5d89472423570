import { retiredSections } from "../content/retired.ts";
import { formatDate } from "../format.ts";
import type { Result } from "@deadheat/judge";
import { cellsOf, type PageData } from "../view/data/page-data.ts";
import { costTable } from "../content/cost.ts";
import { figureView } from "../view/parts/plot.ts";
import { h } from "../view/parts/element.ts";
import { shapeDefinitions } from "../view/parts/marks.ts";
import { sectionView } from "../view/parts/table.ts";
import { rankingTable } from "../view/ranking.ts";
import { missingSection, rankingLegend } from "../view/sections.ts";
import { headlineDetail, sentence } from "../view/first-screen.ts";
import { initialState } from "../view/data/state.ts";
import { summarySection } from "../view/summary.ts";
import { pageParts } from "./bundle.ts";
import { dataElement } from "./data.ts";
import { pageJson } from "./page-data.ts";
import { conditionsSection, pageHeader, runtimeKey, runWords } from "./parts.ts";
import { htmlDocument } from "./shell.ts";

/** Runs before the first paint. With JavaScript only the first of the static tables is shown. */
const early = 'document.documentElement.classList.add("js")';

/**
 * Returns report.html, a file that loads nothing. Without JavaScript it has every ranking as a table; with
 * JavaScript the page's code (page/main.ts) takes over. A target's name and output are only ever text: the tree of
 * `h` escapes them, and the data are base64. The policy names the three inline parts by their hashes, and lets
 * nothing else have an effect.
 */
export function renderHtml(result: Result): string {
  const json = pageJson(result);
  // The page draws from the same digits.
  const data = JSON.parse(json) as PageData;
  const { script, style } = pageParts("report");
  const state = initialState(data);
  const title = `deadheat: ${data.scenarios[0]?.name ?? "nothing"}, ${formatDate(data.run.startedAt)}`;
  const body = [
    shapeDefinitions(),
    h("a", { class: "skip", href: "#main" }, "Skip to the ranking"),
    pageHeader(runWords(result)),
    h(
      "main",
      { id: "main" },
      summarySection(data, state.scenario),
      runtimeKey(),
      data.scenarios.map(({ name }) =>
        h(
          "article",
          {},
          h("h2", {}, `Scenario ${name}`),
          h("p", { class: "hint" }, `${sentence(data, name)}. ${headlineDetail(data, name)}`),
          rankingTable({ data, state: { ...state, scenario: name }, interactive: false }),
          figureView(costTable(name, cellsOf(data, name), data.run), "rates"),
        ),
      ),
      rankingLegend(data, state.scenario, data.floors.node),
      missingSection(data),
      h("section", { class: "missing" }, retiredSections(result).map(sectionView)),
    ),
    conditionsSection(result),
  ];
  return htmlDocument({ title, body, style, early, script, data: dataElement(json) });
}
