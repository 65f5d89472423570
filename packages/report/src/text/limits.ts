import { runtimeWords } from "../content/limits.ts";
import type { Limited } from "../content/outcome.ts";
import { left, tableOf, type Filled } from "../content/section.ts";
import { printedTable } from "./table.ts";

const INDENT = "  ";

const outcome: Filled<Limited> = [
  left(""),
  ({ outcome: of }) => (of === "passed" ? of : of.toUpperCase()),
];
const words: Filled<Limited> = [left(""), (one) => one.words];
const places: readonly Filled<Limited>[] = [
  [left(""), ({ one }) => one.app ?? ""],
  [left(""), ({ one }) => one.scenario],
  [left(""), ({ one }) => runtimeWords(one)],
  [left(""), ({ label }) => label],
];
const limit: Filled<Limited> = [left(""), (one) => `(limit ${one.limit})`];

/** Returns a line for each limit, without the columns in which all lines are equal. */
export function limitLines(limited: readonly Limited[], width: number): string[] {
  const differs = ([, of]: Filled<Limited>) => new Set(limited.map(of)).size > 1;
  const used = [outcome, ...places.filter(differs), words, ...[limit].filter(differs)];
  const { columns, rows } = tableOf(used, limited);
  const [, ...lines] = printedTable(columns, rows, width - INDENT.length).lines;
  return lines.map((line) => INDENT + line);
}
