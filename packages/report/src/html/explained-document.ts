import type { Explained } from "@deadheat/judge";
import { conditionSentences, costSections, explainedSentences } from "../content/explained.ts";
import { formatDate } from "../format.ts";
import { allFunctionsTable } from "../view/explained/functions.ts";
import { h, type Child, type Element } from "../view/parts/element.ts";
import { scrolled, sectionView } from "../view/parts/table.ts";
import { pageParts } from "./bundle.ts";
import { dataElement } from "./data.ts";
import { pageHeader } from "./parts.ts";
import { htmlDocument } from "./shell.ts";

/** Runs before the first paint. Only a page with JavaScript has the picture. */
const early = 'document.documentElement.classList.add("js")';

/**
 * Returns explain.html, a file that loads nothing: the sentences, a differential flame graph, and a table of functions that
 * follows it. Without JavaScript it has the table alone.
 */
export function renderExplainedHtml(explained: Explained): string {
  const { script, style } = pageParts("explained");
  const { base, new: next, functions, stacks, startedAt, warnings } = explained;
  const [first = "", ...others] = explainedSentences(explained);
  const body = [
    h("a", { class: "skip", href: "#main" }, "Skip to the explanation"),
    pageHeader(
      `${next.name} against ${base.name} · ${explained.scenario} · ${formatDate(startedAt)} UTC`,
    ),
    h(
      "main",
      { id: "main" },
      h("h1", {}, first),
      others.map((text) => h("p", {}, text)),
      warnings.map(({ message }) =>
        h("p", { class: "alert" }, h("b", {}, "Careful: "), message, "."),
      ),
      h("section", { class: "live" }, picture()),
      h(
        "section",
        { class: "static" },
        h("h2", {}, "Functions"),
        scrolled("Functions", allFunctionsTable(explained)),
      ),
      costSections(explained).map((section) =>
        h("section", { class: "costs" }, sectionView(section)),
      ),
    ),
    h(
      "footer",
      {},
      h("h2", {}, "How it was measured"),
      conditionSentences(explained).map((text) => h("p", {}, text)),
    ),
  ];
  return htmlDocument({
    title: `deadheat: ${next.name} against ${base.name}`,
    body,
    style,
    early,
    script,
    data: dataElement(JSON.stringify({ functions, stacks }, digits)),
  });
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
    h("h2", {}, "Where the time goes"),
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
