import { runtimeWords } from "../content/limits.ts";
import type { Limited } from "../content/outcome.ts";
import { alignedLines } from "./table.ts";

const INDENT = "  ";

const places: readonly ((limited: Limited) => string)[] = [
  ({ one }) => one.app ?? "",
  ({ one }) => one.scenario,
  ({ one }) => runtimeWords(one),
  ({ label }) => label,
];
const limitOf = ({ limit }: Limited) => `(limit ${limit})`;

/** Returns a line for each limit, without the columns in which all lines are equal. */
export function limitLines(limited: readonly Limited[], width: number): string[] {
  const differs = (of: (limited: Limited) => string) => new Set(limited.map(of)).size > 1;
  const [shown, limit] = [places.filter(differs), [limitOf].filter(differs)];
  const rows = limited.map((one) => [
    one.outcome === "passed" ? one.outcome : one.outcome.toUpperCase(),
    ...shown.map((of) => of(one)),
    one.words,
    ...limit.map((of) => of(one)),
  ]);
  return alignedLines(rows, width - INDENT.length).map((line) => INDENT + line);
}
