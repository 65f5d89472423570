import type { Descended } from "@deadheat/judge";
import {
  descendedSentences,
  descendedTitle,
  wayColumns,
  wayOf,
  type WayRow,
} from "../content/descended.ts";
import { drawing, gap, heading, only, say, type Block } from "../content/blocks.ts";
import { tableOf } from "../content/section.ts";
import { h } from "../view/parts/element.ts";
import { plotTable, type Mark } from "../view/parts/plot.ts";

/** The most lines of a difference in a terminal or a comment; the file beside the document has all. */
const MOST_LINES = 60;

/** Returns the way down from a difference to its lines: each step with its share, the proofs, and the lines. */
export function descendedBlocks(descended: Descended): Block[] {
  const rows = wayOf(descended);
  const table = {
    kind: "table",
    label: descendedTitle,
    ...tableOf(wayColumns, rows),
  } as const;
  return [
    only("text", gap),
    heading(descendedTitle),
    ...(rows.length === 0 ? [] : [only("text markdown", table), only("html", picture(rows))]),
    say(...descendedSentences(descended)),
    ...linesOf(descended),
  ];
}

/** Draws each step's share of the difference with its interval. */
function picture(rows: readonly WayRow[]): Block {
  const [level, found, ...others] = wayColumns;
  return drawing(() =>
    plotTable<WayRow>({
      label: descendedTitle,
      rows,
      name: [level[0].name, (row) => h("b", { class: "name" }, level[1](row))],
      drawn: [{ name: "share of the difference", of: markOf, format: percent }],
      columns: [found, ...others],
    }),
  );
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** The axis begins at nothing, so a share below it is drawn there. The words beside it are exact. */
function markOf({ share }: WayRow): Mark[] {
  const [at, lo, hi] = [share.share, share.lo ?? share.share, share.hi ?? share.share];
  return [{ runtime: "node", at: Math.max(0, at), lo: Math.max(0, lo), hi: Math.max(0, hi) }];
}

function linesOf({ proofs, patch }: Descended): Block[] {
  const diff = proofs.findLast(({ lines }) => lines !== null)?.lines?.diff ?? null;
  if (diff === null) return [];
  const lines = diff.trimEnd().split("\n");
  const more = lines.length - MOST_LINES;
  const where = patch === null ? "" : ` ${patch} has all of them; git apply -R takes them back.`;
  return [
    only("text", gap),
    { kind: "diff", lines: lines.slice(0, MOST_LINES) },
    say(more > 0 ? `${more} more lines.${where}` : where.trim()),
  ];
}
