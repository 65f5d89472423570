import type { Change, Changes } from "@deadheat/judge";
import { changesColumns, summary, title } from "../content/changes.ts";
import { runtimes } from "../view/data/page-data.ts";
import { h } from "../view/parts/element.ts";
import { shapeDefinitions } from "../view/parts/marks.ts";
import { plotTable, type Mark } from "../view/parts/plot.ts";
import { pageParts } from "./bundle.ts";
import { pageHeader } from "./parts.ts";
import { htmlDocument } from "./shell.ts";

/** Returns changes.html, two runs side by side in the style of report.html. It needs no script. */
export function renderChangesHtml(changes: Changes): string {
  const { before, after } = changes;
  const columns = changesColumns.filter(([{ name }]) => name !== "target");
  const body = [
    shapeDefinitions(),
    pageHeader(title(changes)),
    h(
      "main",
      { id: "main" },
      h("h1", {}, headline(changes)),
      h("p", { class: "hint" }, summary(changes)),
      changes.warnings.map(({ message }) =>
        h("p", { class: "alert" }, h("b", {}, "Careful: "), message, "."),
      ),
      plotTable({
        label: "Changes",
        rows: changes.changes,
        name: ["target", ({ target }) => h("b", { class: "name" }, target)],
        drawn: [{ name: "ratio to the floor", of: marksOf, format: String, one: true }],
        columns,
        kind: "changes",
      }),
      h(
        "p",
        { class: "hint" },
        `Lines are 95 % intervals of the ratio to the floor: ${before.id} in grey, ${after.id} below it.`,
      ),
    ),
  ];
  const { style } = pageParts("report");
  return htmlDocument({ title: "deadheat: changes", body, style });
}

function headline({ changes }: Changes): string {
  const [first] = changes;
  if (first?.verdict === "slower" || first?.verdict === "faster") {
    const changed = changes.filter(({ verdict }) => verdict === "slower" || verdict === "faster");
    return `${changed.length} ${changed.length === 1 ? "cell has" : "cells have"} changed`;
  }
  return "No cell has changed significantly";
}

function marksOf({ target, before, after }: Change): Mark[] {
  const runtime = runtimes.find((name) => target.endsWith(`/${name}`)) ?? "node";
  const mark = (of: Change["before"], quiet: boolean) =>
    of ? [{ runtime, at: of.ratio, lo: of.lo, hi: of.hi, quiet }] : [];
  return [...mark(before, true), ...mark(after, false)];
}
