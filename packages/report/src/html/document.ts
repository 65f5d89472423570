import { deflateRawSync } from "node:zlib";
import { formatDate } from "../format.ts";
import type { Result } from "@deadheat/judge";
import { cellsOf, type Details, type PageData } from "../view/data/page-data.ts";
import { fixedRates } from "../view/fixed-rates.ts";
import { h } from "../view/parts/element.ts";
import { shapeDefinitions } from "../view/parts/marks.ts";
import { rankingTable } from "../view/ranking/ranking.ts";
import {
  conditionsSection,
  missingSection,
  pageHeader,
  rankingLegend,
  runtimeKey,
} from "../view/sections.ts";
import { headlineDetail, sentence } from "../view/first-screen.ts";
import { retiredSection } from "../view/retired.ts";
import { initialState } from "../view/data/state.ts";
import { summarySection } from "../view/summary.ts";
import { pack } from "../view/data/wire.ts";
import { runWords } from "../view/words.ts";
import { pageParts } from "./bundle.ts";
import { encode } from "./encode.ts";
import { htmlDocument } from "./shell.ts";

/** Before anything is painted: with JavaScript only the first of the static tables is shown. */
const early = 'document.documentElement.classList.add("js")';

/**
 * report.html: one file that needs nothing else. Without JavaScript it has every ranking as a table;
 * with it, the page's code (page/main.ts) takes over. Whatever a target's name or output says, it is
 * text: the tree of `h` escapes it, the data are JSON that nothing runs, and the policy lets
 * only the three inline parts that are named by their hashes have any effect.
 */
export function renderHtml(result: Result): string {
  const data = encode(result);
  const { script, style } = pageParts();
  const state = initialState(data);
  const title = `deadheat: ${data.scenarios[0]?.name ?? "nothing"}, ${formatDate(data.run.startedAt)}`;
  const body = [
    shapeDefinitions(),
    h("a", { class: "skip", href: "#main" }, "Skip to the ranking"),
    pageHeader(runWords(data)),
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
          fixedRates(cellsOf(data, name), data),
        ),
      ),
      rankingLegend(data, state.scenario, data.floors.node),
      missingSection(data),
      retiredSection(data),
    ),
    conditionsSection(data),
  ];
  return htmlDocument({ title, body, style, early, script, data: dataElements(data) });
}

/**
 * The data, and apart from it, compressed, what is only needed on a click: steps of load, races and
 * undecided pairs. They are three quarters of all figures.
 */
function dataElements(data: PageData): string[] {
  const details: Details = {
    cells: data.cells.map(({ sweep, openLoop, blocks }) => ({ sweep, openLoop, blocks })),
    scenarios: data.scenarios.map(({ undecided }) => ({ undecided })),
  };
  const cells = data.cells.map((cell) => ({ ...cell, sweep: [], openLoop: [], blocks: [] }));
  const scenarios = data.scenarios.map((scenario) => ({ ...scenario, undecided: [] }));
  const compressed = deflateRawSync(JSON.stringify(pack(details)), { level: 9 });
  return [
    `<script type="application/json" id="data">${inertJson(pack({ ...data, cells, scenarios }))}</script>`,
    `<script type="application/json" id="details">"${compressed.toString("base64")}"</script>`,
  ];
}

/** JSON that cannot end its own script element, whatever is in it. */
function inertJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
