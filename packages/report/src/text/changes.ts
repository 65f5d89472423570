import type { Change, Changes } from "@deadheat/judge";
import { csvLines } from "../formats/csv.ts";
import { formatDate, formatInterval, formatRatio, printable } from "../format.ts";
import { marginWords } from "@deadheat/judge/known";
import { escapeMarkdown } from "../markdown/table.ts";
import { left, right, textTable } from "./table.ts";
import { wrap, type Width } from "./wrap.ts";

const columns = [
  left("scenario", 4),
  left("target"),
  left("version", 5),
  right("before", 2),
  right("after", 2),
  right("after / before"),
  left("95 %", 1),
  left(""),
];

/** Two runs side by side, for a terminal of this width. */
export function renderChanges(changes: Changes, width: Width): string {
  const rows = changes.changes.map((change) => row(change).map(oneLine));
  return [
    wrap(printable(title(changes)), width),
    "",
    ...textTable(columns, rows, width).lines,
    "",
    wrap(summary(changes), width),
    ...changes.warnings.map(({ message }) => wrap(`WARNING: ${printable(message)}`, width)),
    "",
  ].join("\n");
}

function oneLine(text: string): string {
  return printable(text.replaceAll("\n", " "));
}

/** The same for a pull request. */
export function renderChangesMarkdown(changes: Changes): string {
  const cells = (texts: readonly string[]) => `| ${texts.join(" | ")} |`;
  return [
    `# deadheat: ${escapeMarkdown(title(changes))}`,
    summary(changes),
    ...changes.warnings.map(({ message }) => `> **Warning:** ${escapeMarkdown(message)}`),
    [
      cells(columns.map(({ name }) => name)),
      "| --- | --- | --- | --: | --: | --: | --- | --- |",
      ...changes.changes.map((change) =>
        cells(row(change).map((text) => escapeMarkdown(text.replaceAll("\n", " ")))),
      ),
    ].join("\n"),
    "",
  ].join("\n\n");
}

/** The same as RFC 4180, every ratio with its bounds. */
export function renderChangesCsv({ changes }: Changes): string {
  const header = ["scenario", "target", "version_before", "version_after"].concat(
    ["before", "after", "change"].flatMap((name) => [name, `${name}_lo`, `${name}_hi`]),
    ["p", "p_holm", "verdict", "more_blocks", "reason"],
  );
  const lines = changes.map(({ scenario, target, versions, before, after, change, ...rest }) => [
    scenario,
    target,
    ...versions,
    ...[before, after, change].flatMap((ratio) => [ratio?.ratio, ratio?.lo, ratio?.hi]),
    rest.uncorrected,
    rest.p,
    rest.verdict,
    rest.blocks,
    rest.reason,
  ]);
  return csvLines([header, ...lines]);
}

export function renderChangesJson(changes: Changes): string {
  return `${JSON.stringify(changes, null, 1)}\n`;
}

export function title({ before, after }: Changes): string {
  return (
    `${before.id} (${formatDate(before.startedAt)}) and ` +
    `${after.id} (${formatDate(after.startedAt)} UTC), ratios to the floor`
  );
}

/** How many cells changed, and what such a count can and cannot say. */
export function summary({ changes, margin, sides }: Changes): string {
  const count = (verdict: Change["verdict"]) => changes.filter((c) => c.verdict === verdict).length;
  const [faster, slower] = [count("faster"), count("slower")];
  const [ties, undecided] = [count("dead-heat"), count("undecided")];
  const tested = faster + slower + ties + undecided;
  const alone = changes.filter((change) => (change.uncorrected ?? 1) < 0.05).length;
  const same = count("same");
  const missing = count("not comparable");
  return (
    `${faster + slower} of ${tested} cells changed significantly (95 %, Holm-corrected): ` +
    `${faster} faster, ${slower} slower; ${ties} proven dead heats (within ${marginWords(margin)}), ` +
    `${undecided} undecided.` +
    (tested > 0
      ? ` Without that correction ${alone} differ, where chance gives ${(tested * 0.05).toFixed(1)}.`
      : "") +
    (same > 0 ? ` ${same} show the same blocks in both runs.` : "") +
    (missing > 0 ? ` ${missing} cannot be compared.` : "") +
    unitWords(sides) +
    " A change that matters is worth a head-to-head with `pnpm bench compare`."
  );
}

/** For which hours the intervals hold. */
function unitWords({ oneRun, severalRuns }: Changes["sides"]): string {
  if (oneRun + severalRuns === 0) return "";
  if (oneRun === 0) {
    return " Each side is several runs put together, and the run is the unit: the intervals hold for other hours like these.";
  }
  const which = severalRuns === 0 ? "these two runs" : "the sides that are one run";
  return (
    ` The intervals hold for ${which}: other hours add a variance of their own, process luck included, which ` +
    "only several runs of each show (`pnpm bench merge`)."
  );
}

function row({ scenario, target, versions, before, after, change, ...rest }: Change) {
  const [old, now] = versions;
  return [
    scenario,
    target,
    old === now || old === null || now === null ? (now ?? old ?? "") : `${old} to ${now}`,
    before ? formatRatio(before.ratio) : "",
    after ? formatRatio(after.ratio) : "",
    change ? formatRatio(change.ratio) : "",
    change ? formatInterval(change) : "",
    changeWords(rest),
  ];
}

/** Why a cell is not compared, or what is known of its change. */
export function changeWords({
  verdict,
  blocks,
  reason,
}: Pick<Change, "verdict" | "blocks" | "reason">): string {
  switch (verdict) {
    case "not comparable":
      return reason ?? verdict;
    case "dead-heat":
      return "dead heat";
    case "undecided":
      return blocks === null ? verdict : `${verdict} (about ${blocks} more blocks)`;
    default:
      return verdict;
  }
}
