import type { Changes } from "@deadheat/judge";
import { changeColumns, changeRow, summary, title } from "../content/changes.ts";
import { escapeMarkdown, markdownTable } from "./table.ts";

/** Two runs side by side, for a pull request. */
export function renderChangesMarkdown(changes: Changes): string {
  const rows = changes.changes.map((change) => changeRow(change).map(escapeMarkdown));
  return [
    `# deadheat: ${escapeMarkdown(title(changes))}`,
    summary(changes),
    ...changes.warnings.map(({ message }) => `> **Warning:** ${escapeMarkdown(message)}`),
    markdownTable(changeColumns, rows),
    "",
  ].join("\n\n");
}
