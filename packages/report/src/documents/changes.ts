import type { Change, Changes } from "@deadheat/judge";
import { gap, say, warnings, type Block } from "../content/blocks.ts";
import { left, right, tableOf, type Filled } from "../content/section.ts";
import { formatDate, formatInterval, formatRatio, marginWords } from "../format.ts";
import { textOf } from "../render/text.ts";
import type { Width } from "../render/wrap.ts";

const changesColumns: readonly Filled<Change>[] = [
  [left("scenario", 4), ({ scenario }) => scenario],
  [left("target"), ({ target }) => target],
  [
    left("version", 5),
    ({ versions }) => [...new Set(versions.flatMap((v) => v ?? []))].join(" to "),
  ],
  [right("before", 2), ({ before }) => formatRatio(before?.ratio)],
  [right("after", 2), ({ after }) => formatRatio(after?.ratio)],
  [right("after / before"), ({ change }) => formatRatio(change?.ratio)],
  [left("95 %", 1), ({ change }) => formatInterval(change)],
  [left(""), changeWords],
];

/** Returns two runs side by side, for a terminal of this width. */
export function renderChanges(changes: Changes, width: Width): string {
  const { columns, rows } = tableOf(changesColumns, changes.changes);
  // A reason may have several lines, and a row has one.
  const lines = rows.map((row) => row.map((text) => text.replaceAll("\n", " ")));
  const blocks: Block[] = [
    say(title(changes)),
    gap,
    { kind: "table", label: "Changes", columns, rows: lines },
    gap,
    say(summary(changes)),
    warnings(changes.warnings),
  ];
  return textOf(blocks, { width, warning: "WARNING: " });
}

function changeWords({ verdict, rounds, reason }: Change): string {
  switch (verdict) {
    case "not comparable":
      return reason ?? verdict;
    case "same":
      return "tie";
    case "undecided":
      return rounds === null ? verdict : `${verdict} (about ${rounds} more rounds)`;
    default:
      return verdict;
  }
}

function title({ before, after }: Changes): string {
  return (
    `${before.id} (${formatDate(before.startedAt)}) and ` +
    `${after.id} (${formatDate(after.startedAt)} UTC), ratios to the floor`
  );
}

/** Returns how many results changed, and how far such a count can be trusted. */
function summary({ changes, margin, sides }: Changes): string {
  const count = (verdict: Change["verdict"]) => changes.filter((c) => c.verdict === verdict).length;
  const [faster, slower] = [count("faster"), count("slower")];
  const [ties, undecided] = [count("same"), count("undecided")];
  const tested = faster + slower + ties + undecided;
  const alone = changes.filter((change) => (change.uncorrected ?? 1) < 0.05).length;
  const same = count("replayed");
  const missing = count("not comparable");
  return (
    `${faster + slower} of ${tested} results changed significantly (95 %, Holm-corrected): ` +
    `${faster} faster, ${slower} slower; ${ties} ties (within ${marginWords(margin)}), ` +
    `${undecided} undecided.` +
    (tested > 0
      ? ` Without that correction, ${alone} would count as different, of which chance alone explains ${(tested * 0.05).toFixed(1)}.`
      : "") +
    (same > 0 ? ` ${same} show the same rounds in both runs.` : "") +
    (missing > 0 ? ` ${missing} cannot be compared.` : "") +
    unitWords(sides) +
    " To be sure of a change, compare both versions directly with `pnpm bench compare`."
  );
}

/** Returns for which other runs the intervals are valid. */
function unitWords({ oneRun, severalRuns }: Changes["sides"]): string {
  if (oneRun + severalRuns === 0) return "";
  if (oneRun === 0) {
    return " Each side is several runs pooled, so the intervals are valid for other runs like these.";
  }
  const which = severalRuns === 0 ? "these two runs" : "the sides that are one run";
  return (
    ` The intervals are valid for ${which}. At another hour and with other processes the ratios vary more; to include ` +
    "that, merge several runs of each (`pnpm bench merge`)."
  );
}
