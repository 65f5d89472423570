import type { Change, Changes } from "@deadheat/judge";
import { changesTable, summary, title } from "../content/changes.ts";
import { scrolled, table } from "../view/parts/table.ts";
import { h, type Child, type Element } from "../view/parts/element.ts";
import { scaleOf, span, type Scale } from "../view/parts/scale.ts";
import { pageParts } from "./bundle.ts";
import { pageHeader } from "./parts.ts";
import { htmlDocument } from "./shell.ts";

/** Returns changes.html, two runs side by side in the style of report.html. It needs no script. */
export function renderChangesHtml(changes: Changes): string {
  const { before, after } = changes;
  const compared = changes.changes.filter((change) => change.change !== null);
  const scale = scaleOf(compared.flatMap((c) => [1, c.before?.hi ?? 1, c.after?.hi ?? 1]));
  const { columns, rows } = changesTable(changes);
  const head = columns.map(({ name }) => name || "verdict").toSpliced(3, 0, "intervals");
  const lines = changes.changes.map((change, i) => line(change, rows[i] ?? [], scale));
  const body = [
    pageHeader(title(changes)),
    h(
      "main",
      { id: "main" },
      h("h1", {}, headline(changes)),
      h("p", { class: "hint" }, summary(changes)),
      changes.warnings.map(({ message }) =>
        h("p", { class: "alert" }, h("b", {}, "Careful: "), message, "."),
      ),
      scrolled("Changes", table(head, lines, "plain changes")),
      h(
        "p",
        { class: "hint" },
        `Lines are 95 % intervals of the ratio to the floor: ${before.id} above, ${after.id} below it.`,
      ),
    ),
  ];
  const { style } = pageParts("report");
  return htmlDocument({
    title: "deadheat: changes",
    body,
    style,
    early: null,
    script: null,
    data: null,
  });
}

function headline({ changes }: Changes): string {
  const [first] = changes;
  if (first?.verdict === "slower" || first?.verdict === "faster") {
    const changed = changes.filter(({ verdict }) => verdict === "slower" || verdict === "faster");
    return `${changed.length} ${changed.length === 1 ? "cell has" : "cells have"} changed`;
  }
  return "No cell has changed significantly";
}

function line(change: Change, row: readonly string[], scale: Scale): Element {
  const { before, after, verdict } = change;
  const [scenario, target, version, ...texts] = row;
  const drawn = [rule(scale), bar(before, scale), bar(after, scale)];
  const bars = h("svg", { "aria-hidden": "true" }, drawn);
  const bold = verdict === "slower" || verdict === "faster";
  return h(
    "tr",
    { class: bold ? verdict : null },
    h("td", {}, scenario),
    h("th", { scope: "row" }, target),
    [version, bars, ...texts].map((cell, i) => h("td", { class: i === 1 ? "bar" : null }, cell)),
  );
}

function rule({ at }: Scale): Element {
  return h("line", { class: "one", x1: at(1), x2: at(1), y2: "100%" });
}

function bar(ratio: Change["before"], { at }: Scale): Child {
  return h("g", {}, ratio ? span("inner", ratio.lo, ratio.hi, at) : null);
}
