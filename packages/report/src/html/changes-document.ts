import type { Change, Changes } from "@deadheat/judge";
import { runtimes } from "@deadheat/journal";
import { changesColumns, summary, title } from "../content/changes.ts";
import { h, hint } from "../view/parts/element.ts";
import { plotTable, type Mark } from "../view/parts/plot.ts";
import { htmlPage } from "./shell.ts";

/** Returns changes.html, two runs side by side. */
export function renderChangesHtml(changes: Changes): string {
  const { before, after } = changes;
  return htmlPage({
    kind: "report",
    title: "changes",
    run: title(changes),
    sentences: [headline(changes), summary(changes)],
    warnings: changes.warnings,
    main: [
      plotTable({
        label: "Changes",
        rows: changes.changes,
        name: ["target", ({ target }) => h("b", { class: "name" }, target)],
        drawn: [{ name: "ratio to the floor", of: marksOf, format: String, one: true }],
        columns: changesColumns.filter(([{ name }]) => name !== "target"),
        kind: "changes",
      }),
      hint(
        `Lines are 95 % intervals of the ratio to the floor: ${before.id} in grey, ${after.id} below it.`,
      ),
    ],
  });
}

function headline({ changes }: Changes): string {
  const [first] = changes;
  if (first?.verdict === "slower" || first?.verdict === "faster") {
    const changed = changes.filter(({ verdict }) => verdict === "slower" || verdict === "faster");
    return `${changed.length} ${changed.length === 1 ? "result has" : "results have"} changed`;
  }
  return "No significant change";
}

function marksOf({ target, before, after }: Change): Mark[] {
  const runtime = runtimes.find((name) => target.endsWith(`/${name}`)) ?? "node";
  const mark = (of: Change["before"], quiet: boolean) =>
    of ? [{ runtime, at: of.ratio, lo: of.lo, hi: of.hi, quiet }] : [];
  return [...mark(before, true), ...mark(after, false)];
}
