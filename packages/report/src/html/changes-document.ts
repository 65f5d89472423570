import type { Changes } from "@deadheat/judge";
import { changesTable, summary, title } from "../content/changes.ts";
import { sectionView } from "../view/parts/table.ts";
import { htmlPage } from "./shell.ts";

/** Returns changes.html, two runs side by side. */
export function renderChangesHtml(changes: Changes): string {
  return htmlPage({
    kind: "report",
    title: "changes",
    run: title(changes),
    sentences: [headline(changes), summary(changes)],
    warnings: changes.warnings,
    main: sectionView({ title: "Changes", lead: [], ...changesTable(changes), notes: [] }),
  });
}

function headline({ changes }: Changes): string {
  const changed = changes.filter(({ verdict }) => verdict === "slower" || verdict === "faster");
  if (changed.length === 0) return "No significant change";
  return `${changed.length} ${changed.length === 1 ? "result has" : "results have"} changed`;
}
