import { deflateRawSync } from "node:zlib";
import type { Explained } from "@deadheat/judge";
import { conditionSentences, costSections, explainedSentences } from "../content/explained.ts";
import { formatDate } from "../format.ts";
import { allFunctionsTable } from "../view/explained/functions.ts";
import { alert, type Child, type Element, h, h1, h2, p } from "../view/parts/element.ts";
import { scrolled, sectionView } from "../view/parts/table.ts";
import { htmlPage } from "./shell.ts";

/**
 * Returns explain.html, a file that loads nothing: the sentences, a differential flame graph, and a table of functions that
 * follows it. Without JavaScript it has the table alone.
 */
export function renderExplainedHtml(explained: Explained): string {
  const { base, new: next, scenario, functions, stacks, startedAt, warnings } = explained;
  const [first = "", ...others] = explainedSentences(explained);
  return htmlPage({
    kind: "explained",
    title: `${next.name} against ${base.name}`,
    run: `${next.name} against ${base.name} · ${scenario} · ${formatDate(startedAt)} UTC`,
    main: [
      h1(first),
      others.map((text) => p(text)),
      warnings.map(({ message }) => alert(message)),
      h("section", { class: "live" }, picture()),
      h(
        "section",
        { class: "static" },
        h2("Functions"),
        scrolled("Functions", allFunctionsTable(explained)),
      ),
      costSections(explained).map((section) =>
        h("section", { class: "costs" }, sectionView(section)),
      ),
    ],
    conditions: conditionSentences(explained).map((text) => p(text)),
    data: dataElement(JSON.stringify({ functions, stacks }, digits)),
  });
}

/** Returns the element that holds JSON for the page's script. Base64 has no character that could end it. */
function dataElement(json: string): string {
  const base64 = deflateRawSync(json, { level: 9 }).toString("base64");
  return `<script type="text/plain" id="data">${base64}</script>`;
}

function picture(): Child {
  const choice = (value: string, text: string): Element =>
    h(
      "label",
      {},
      h("input", { type: "radio", name: "widths", value, checked: value === "new" }),
      ` ${text}`,
    );
  return [
    h2("Where the time goes"),
    h(
      "div",
      { class: "tools" },
      h(
        "fieldset",
        { id: "widths" },
        h("legend", {}, "Widths:"),
        choice("new", "time in new"),
        choice("base", "time in base"),
        choice("difference", "difference"),
      ),
      h("label", {}, "Search: ", h("input", { type: "search", id: "search" })),
      h("button", { type: "button", id: "whole" }, "Show all"),
    ),
    h(
      "p",
      { class: "hint scale" },
      "Red: the new server takes more. Blue: it takes less. Click a frame to zoom, or use the arrow keys, Enter and Escape.",
    ),
    h("div", { id: "flame" }),
    h("p", { id: "where", "aria-live": "polite" }),
    h("div", {
      class: "scroll",
      id: "functions",
      tabindex: 0,
      role: "region",
      "aria-label": "Functions of the chosen frame",
    }),
  ];
}

/** Keeps five digits of fractions: a picture shows fewer. */
function digits(_key: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isInteger(value)
    ? Number(value.toPrecision(5))
    : value;
}
