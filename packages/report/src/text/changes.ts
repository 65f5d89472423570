import type { Changes } from "@deadheat/judge";
import { changesTable, summary, title } from "../content/changes.ts";
import { asSentence, printable } from "../format.ts";
import { printedTable } from "./table.ts";
import { wrap, type Width } from "./wrap.ts";

/** Returns two runs side by side, for a terminal of this width. */
export function renderChanges(changes: Changes, width: Width): string {
  const { columns, rows } = changesTable(changes);
  return [
    wrap(printable(title(changes)), width),
    "",
    ...printedTable(columns, rows, width).lines,
    "",
    wrap(summary(changes), width),
    ...changes.warnings.map(({ message }) =>
      wrap(`WARNING: ${printable(asSentence(message))}`, width),
    ),
    "",
  ].join("\n");
}
