import type { Changes } from "@deadheat/judge";
import { changesTable, summary, title } from "../content/changes.ts";
import { asSentence } from "../format.ts";
import { inertText } from "./inert.ts";
import { markdownTable } from "./table.ts";

/** Returns two runs side by side, for a pull request. */
export function renderChangesMarkdown(changes: Changes): string {
  const { columns, rows } = changesTable(changes);
  const texts = rows.map((row) => row.map(inertText));
  return [
    `# deadheat: ${inertText(title(changes))}`,
    summary(changes),
    ...changes.warnings.map(({ message }) => `> **Warning:** ${inertText(asSentence(message))}`),
    markdownTable(columns, texts),
    "",
  ].join("\n\n");
}
