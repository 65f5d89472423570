import type { Bisected } from "@deadheat/judge";
import { bisectedSentences, searchSentences, triedSection } from "../content/bisected.ts";
import { explainedSentences } from "../content/explained.ts";
import { formatDate } from "../format.ts";
import { bisectedPicture } from "./bisected-picture.ts";
import { allFunctionsTable } from "../view/explained/functions.ts";
import { h } from "../view/parts/element.ts";
import { scrolled, sectionView } from "../view/parts/table.ts";
import { pageParts } from "./bundle.ts";
import { pageHeader } from "./parts.ts";
import { htmlDocument } from "./shell.ts";

/** Returns bisect.html, a file that loads and runs nothing: the sentences, the picture of the line, and the table of the search. */
export function renderBisectedHtml(bisected: Bisected): string {
  const { base, new: next, scenario, startedAt, warnings, explained, command } = bisected;
  const [first = "", ...others] = bisectedSentences(bisected);
  const body = [
    h("a", { class: "skip", href: "#main" }, "Skip to the result"),
    pageHeader(`${base.name} to ${next.name} · ${scenario} · ${formatDate(startedAt)} UTC`),
    h(
      "main",
      { id: "main" },
      h("h1", {}, first),
      others.map((text) => h("p", {}, text)),
      warnings.map(({ message }) =>
        h("p", { class: "alert" }, h("b", {}, "Careful: "), message, "."),
      ),
      bisectedPicture(bisected),
      h(
        "p",
        { class: "hint" },
        "Blue: before the step. Red: behind it. Each ratio is to the base end, with its 95 % interval; crosses were skipped.",
      ),
      h("section", {}, sectionView(triedSection(bisected))),
      explained !== undefined &&
        h(
          "section",
          {},
          h("h2", {}, "Why"),
          explainedSentences(explained).map((text) => h("p", {}, text)),
          scrolled("Functions", allFunctionsTable({ functions: explained.functions })),
        ),
    ),
    h(
      "footer",
      {},
      h("h2", {}, "How it was measured"),
      searchSentences(bisected).map((text) => h("p", {}, text)),
      h("p", {}, "To search again: ", h("code", {}, command)),
    ),
  ];
  return htmlDocument({
    title: `deadheat: ${base.name} to ${next.name}`,
    body,
    style: pageParts("bisected").style,
  });
}
