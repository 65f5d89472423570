import CliTable from "cli-table3";
import type { Change, Changes } from "./changes.ts";
import { csvLines } from "./csv.ts";
import { formatDate, formatInterval, formatRatio, printable } from "./format.ts";
import { escapeMarkdown } from "./markdown-escape.ts";
import { borderless } from "./table-style.ts";

const head = ["scenario", "target", "version", "before", "after", "after / before", "95 %", ""];

/** Two runs side by side, for a terminal. */
export function renderChanges(changes: Changes): string {
  const table = new CliTable({
    head,
    chars: borderless,
    style: { head: [], border: [], "padding-left": 0, "padding-right": 2 },
    colAligns: ["left", "left", "left", "right", "right", "right", "left", "left"],
  });
  for (const change of changes.changes) table.push(row(change).map(printable));
  const lines = table.toString().split("\n");
  return [
    title(changes),
    "",
    ...lines.map((line) => line.trimEnd()),
    "",
    summary(changes),
    ...changes.warnings.map(({ message }) => `WARNING: ${printable(message)}`),
    "",
  ].join("\n");
}

/** The same for a pull request. */
export function renderChangesMarkdown(changes: Changes): string {
  const cells = (texts: readonly string[]) => `| ${texts.join(" | ")} |`;
  return [
    `# deadheat: ${escapeMarkdown(title(changes))}`,
    summary(changes),
    ...changes.warnings.map(({ message }) => `> **Warning:** ${escapeMarkdown(message)}`),
    [
      cells(head),
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
    ["p", "p_holm", "verdict", "reason"],
  );
  const lines = changes.map(({ scenario, target, versions, before, after, change, ...rest }) => [
    scenario,
    target,
    ...versions,
    ...[before, after, change].flatMap((ratio) => [ratio?.ratio, ratio?.lo, ratio?.hi]),
    rest.uncorrected,
    rest.p,
    rest.verdict,
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
export function summary({ changes }: Changes): string {
  const count = (verdict: Change["verdict"]) => changes.filter((c) => c.verdict === verdict).length;
  const [faster, slower, none] = [count("faster"), count("slower"), count("no difference")];
  const tested = faster + slower + none;
  const alone = changes.filter((change) => (change.uncorrected ?? 1) < 0.05).length;
  const same = count("same");
  const missing = count("not comparable");
  return (
    `${faster + slower} of ${tested} cells changed significantly (95 %, Holm-corrected): ` +
    `${faster} faster, ${slower} slower.` +
    (tested > 0
      ? ` Without that correction ${alone} differ, where chance gives ${(tested * 0.05).toFixed(1)}.`
      : "") +
    (same > 0 ? ` ${same} show the same blocks in both runs.` : "") +
    (missing > 0 ? ` ${missing} are missing in one of them.` : "") +
    " Two runs meet two states of a machine, and process luck besides: a change that matters is " +
    "worth a head-to-head with `pnpm bench compare`."
  );
}

function row({ scenario, target, versions, before, after, change, verdict, reason }: Change) {
  const [old, now] = versions;
  return [
    scenario,
    target,
    old === now || old === null || now === null ? (now ?? old ?? "") : `${old} to ${now}`,
    before ? formatRatio(before.ratio) : "",
    after ? formatRatio(after.ratio) : "",
    change ? formatRatio(change.ratio) : "",
    change ? formatInterval(change) : "",
    verdict === "not comparable" ? (reason ?? verdict) : verdict,
  ];
}
