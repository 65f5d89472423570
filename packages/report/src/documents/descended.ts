import type { Descended } from "@deadheat/judge";
import { descendedSentences, descendedTitle } from "../content/descended.ts";
import { drawing, gap, heading, only, say, type Block } from "../content/blocks.ts";
import { tableOf } from "../content/section.ts";
import { shortWayColumns, wayColumns, wayOf } from "../content/way.ts";
import { wayView } from "../view/way.ts";

/** The most lines of a difference, and the most characters of a line; the file beside the document has all. */
const MOST_LINES = 60;
const LONGEST_LINE = 300;

/** Returns the way down from a difference to its lines: each step with its share, the proofs, and the lines. */
export function descendedBlocks(descended: Descended): Block[] {
  const rows = wayOf(descended);
  const table = (columns: typeof wayColumns) =>
    ({ kind: "table", label: descendedTitle, ...tableOf(columns, rows) }) as const;
  return [
    only("text", gap),
    heading(descendedTitle),
    ...(rows.length === 0
      ? []
      : [
          only("text", table(shortWayColumns)),
          only("markdown", table(wayColumns)),
          only(
            "html",
            drawing(() => wayView(descendedTitle, rows)),
          ),
        ]),
    say(...descendedSentences(descended)),
    ...linesOf(descended),
  ];
}

function linesOf({ proofs, patch }: Descended): Block[] {
  const diff = proofs.findLast(({ lines }) => lines !== null)?.lines?.diff ?? null;
  if (diff === null) return [];
  const lines = diff.trimEnd().split("\n");
  const more = lines.length - MOST_LINES;
  const where = patch === null ? "" : ` ${patch} has all of them; git apply -R takes them back.`;
  return [
    only("text", gap),
    { kind: "diff", lines: lines.slice(0, MOST_LINES).map(shortened) },
    say(more > 0 ? `${more} more lines.${where}` : where.trim()),
  ];
}

/** A file may be one line, as a minified one is. */
function shortened(line: string): string {
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}
