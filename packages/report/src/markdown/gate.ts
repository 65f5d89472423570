import { isOff, type Gated, type MeasuredComparison } from "@deadheat/judge";
import { limitWords, runtimeWords, settingWords } from "../content/comparison-words.ts";
import { left, right, tableOf, type Filled } from "../content/section.ts";
import { metricRows, offWords, type MetricRow } from "../content/metrics.ts";
import { growthRows, growthSentences } from "../content/growth.ts";
import { formatInterval, formatRatio, someOf } from "../format.ts";
import { namesOf } from "../text/comparison-names.ts";
import { detailsOf } from "./gate-details.ts";
import { alertOf } from "./gate-verdict.ts";
import { renderReasons } from "./explained.ts";
import { where, withApps } from "./gate-words.ts";
import { inert, inertCode } from "./inert.ts";
import { markdownTable } from "./table.ts";

/** The largest number of rows that people read in a comment. */
const MOST_ROWS = 50;

/**
 * Returns a gate's document as a comment for a pull request: verdict, table by request and runtime, folded details.
 * Text of the document is only ever text in the comment.
 */
export function renderGateMarkdown(gated: Gated): string {
  return [
    alertOf(gated),
    `New: ${sideWords(gated.new, gated, "new")}. Base: ${sideWords(gated.base, gated, "base")}.`,
    ...tableLines(gated),
    ...growthLines(gated),
    ...reasonLines(gated),
    ...controlLines(gated),
    ...limitLines(gated),
    ...sameCodeLines(gated),
    ...detailsOf(gated, MOST_ROWS),
    "",
  ].join("\n\n");
}

/** `main (1a2b3c4)`: what a name stands for is said once. The document has no commit for the working tree, a comparison has. */
function sideWords(
  { name, commit }: Gated["base"],
  { comparisons }: Gated,
  side: "base" | "new",
): string {
  const { revision } = comparisons[0]?.versions[side] ?? {};
  const short = (commit ?? revision?.commit ?? "").slice(0, 7);
  const changes = revision?.uncommitted ? " with uncommitted changes" : "";
  return inertCode(short === "" || name.includes(short) ? name : `${name} (${short}${changes})`);
}

const bold = new Set(["faster", "slower", "less", "more"]);

/** One row of the table: a metric of a comparison. The names of the comparison stand in its first row alone. */
interface Row extends Pick<MeasuredComparison, "app"> {
  readonly one: MeasuredComparison;
  readonly row: Omit<MetricRow, "metric">;
  readonly first: boolean;
}

const columns: readonly Filled<Row>[] = [
  [left("request"), ({ one, first }) => (first ? inert(one.scenario) : "")],
  [left("runtime"), ({ one, first }) => (first ? unbroken(inert(runtimeWords(one))) : "")],
  [left("metric"), ({ row }) => unbroken(row.label)],
  [right("base -> new"), ({ row }) => unbroken(row.values)],
  [right("change"), ({ row }) => unbroken(row.change)],
  [right("95 %"), ({ row }) => unbroken(row.interval)],
];

const outcomes: readonly Filled<Row>[] = [
  [
    left(""),
    ({ row }) => unbroken(bold.has(row.verdictText) ? `**${row.verdictText}**` : row.verdictText),
  ],
  [left("gate"), ({ row }) => unbroken(row.gate.replace(/^gate /, ""))],
];

function rowsOf(one: MeasuredComparison): Row[] {
  const rows = [...metricRows(one), ...growthRows(one)];
  return rows.map((row, i) => ({ one, row, first: i === 0, app: one.app }));
}

/** Keeps the words of a narrow cell on one line. */
function unbroken(text: string): string {
  return text.replaceAll(" ", "&nbsp;");
}

/** If nothing could be measured, the rows have no verdicts. */
function tableLines(gated: Gated): string[] {
  const { comparisons, outcome } = gated;
  const shown = outcome === "unmeasured" ? columns : [...columns, ...outcomes];
  if (comparisons.length === 0) return [];
  const all = comparisons.flatMap(rowsOf);
  const { columns: named, rows } = tableOf(withApps(shown, gated), all.slice(0, MOST_ROWS));
  const more = all.length - rows.length;
  return [
    markdownTable(named, rows),
    "Above 0 the new one needs more. The intervals of all looks and gates hold at once with 95 %, and the words are " +
      `corrected for all metrics.${more > 0 ? ` ${more} more rows are in the artifact.` : ""}`,
  ];
}

/** Says of each comparison whether its servers keep growing. */
function growthLines({ comparisons, outcome }: Gated): string[] {
  if (outcome === "unmeasured") return [];
  const lines = comparisons.flatMap((one) => {
    const sentences = growthSentences(one, namesOf(one)).map(inert);
    const of = comparisons.length > 1 ? `${where(one)}: ` : "";
    return sentences.length === 0 ? [] : [`${of}${sentences.join(" ")}`];
  });
  return lines.slice(0, MOST_CONTROLS);
}

/** A gate explains one comparison at most. */
function reasonLines({ comparisons }: Gated): string[] {
  const one = comparisons.find(({ explained }) => explained !== undefined);
  if (one?.explained === undefined) return [];
  return renderReasons(one.explained, comparisons.length > 1 ? where(one) : null);
}

const MOST_CONTROLS = 6;

/** Lists the controls that are off first. */
function controlLines({ control }: Gated): string[] {
  if (control === null) return ["Control (the base against itself): not measured."];
  if (control.length === 0) return [];
  const off = control.filter(isOff);
  const shown = [...off, ...control.filter((one) => !isOff(one))];
  const words = shown.map(
    (one) => `${formatRatio(one.ratio)} ${formatInterval(one)} (${where(one)})`,
  );
  const verdict =
    off.length === 0
      ? "as it must be, no interval excludes 1"
      : `**off**: ${off.map(offWords).join(", ")}, where both servers were one`;
  return [`Control (the base against itself): ${someOf(words, MOST_CONTROLS)}; ${verdict}.`];
}

/** Shows reviewers a change that loosens its own gate. */
function limitLines({ limits: { changes, settings = [], unread } }: Gated): string[] {
  const changed = (words: readonly string[], rest: string) =>
    words.length === 0
      ? []
      : [
          `**The new one's configuration changes ${words.slice(0, MOST_ROWS).join(", ")}.** ${rest}`,
        ];
  return [
    ...changed(
      changes.map((one) => limitWords(one, inert)),
      "Until this is merged, the base's gate applies.",
    ),
    ...changed(
      settings.map((one) => inert(settingWords(one))),
      "Budget, margin, requests and allowDifferent are the base's until this is merged; targets and runtimes are the new one's.",
    ),
    ...(unread === null
      ? []
      : [
          `The base's configuration could not be read (${inert(unread)}): the new one's gate applies.`,
        ]),
  ];
}

function sameCodeLines({ loaded }: Gated): string[] {
  return loaded !== null && loaded.changed.length === 0
    ? ["Both servers loaded the same code, byte for byte: the change touches none of their files."]
    : [];
}
