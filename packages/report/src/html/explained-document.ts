import { deflateRawSync } from "node:zlib";
import type { Explained, ExplainedMetric } from "@deadheat/judge";
import { costSections } from "../content/explained.ts";
import { explainedSentences, profileSentences } from "../content/explained-sentences.ts";
import { formatDate } from "../format.ts";
import { allFunctionsTable } from "../view/explained/functions.ts";
import { h, html, p, type Child } from "../view/parts/element.ts";
import { scrolled, sectionView } from "../view/parts/table.ts";
import { htmlPage } from "./shell.ts";

/**
 * Returns explain.html, a file that loads nothing: the sentences, a differential flame graph, and a table of functions that
 * follows it. Without JavaScript it has the table alone.
 */
export function renderExplainedHtml(explained: Explained): string {
  const { base, new: next, scenario, metric, functions, stacks = [] } = explained;
  const { startedAt, warnings } = explained;
  return htmlPage({
    kind: "explained",
    title: `${next.name} against ${base.name}`,
    run: `${next.name} against ${base.name} · ${scenario} · ${formatDate(startedAt)} UTC`,
    sentences: explainedSentences(explained),
    warnings,
    main: [
      picture(metric),
      html`<section class="static">
        <h2>Functions</h2>
        ${scrolled("Functions", allFunctionsTable(explained))}
      </section>`,
      costSections(explained).map((section) =>
        h("section", { class: "costs" }, sectionView(section)),
      ),
    ],
    conditions: profileSentences(explained).map((text) => p(text)),
    data: dataElement(JSON.stringify({ metric, functions, stacks }, digits)),
  });
}

/** Returns the element that holds JSON for the page's script. Base64 has no character that could end it. */
function dataElement(json: string): string {
  const base64 = deflateRawSync(json, { level: 9 }).toString("base64");
  return `<script type="text/plain" id="data">${base64}</script>`;
}

function picture(metric: ExplainedMetric): Child {
  return html`<section class="live">
    <h2>${metric.startsWith("memory") ? "What holds the memory" : "Where the time goes"}</h2>
    <div class="tools">
      <label>Search: <input type="search" id="search" /></label>
      <button type="button" id="whole">Show all</button>
    </div>
    <p class="hint">
      Red: the new server takes more. Blue: it takes less. A frame is as wide as what both take. To
      zoom, click a frame, or use the arrow keys, Enter and Escape.
    </p>
    <div id="flame"></div>
    <p id="where" aria-live="polite"></p>
    <div
      class="scroll"
      id="functions"
      tabindex="0"
      role="region"
      aria-label="Functions of the chosen frame"
    ></div>
  </section>`;
}

/** Keeps five digits of fractions: a picture shows fewer. */
function digits(_key: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isInteger(value)
    ? Number(value.toPrecision(5))
    : value;
}
