import { join } from "node:path";
import { isOff, type Gated, type MeasuredComparison } from "@deadheat/judge";
import { limitWords, settingWords, whereWords } from "../content/comparison-words.ts";
import { gatedMetrics, offWords } from "../content/metrics.ts";
import { growthOutcome } from "../content/growth.ts";
import { printable } from "../format.ts";
import { renderComparisons, type ComparisonText } from "./comparison.ts";
import { renderExplained } from "./explained.ts";
import { namesOf } from "./comparison-names.ts";
import { metricOutcome, ratioWords } from "./outcome.ts";
import { fill } from "./wrap.ts";

/** How a gate is written. */
export interface GateText extends Pick<ComparisonText, "color" | "verbose" | "width"> {
  /** The run's folder; null leaves journals relative to it. */
  readonly out: string | null;
}

/** Writes a gate in sentences: its outcome, then each comparison, then what the control found. */
export function renderGate(
  gated: Gated,
  { out, color = false, verbose, width = 80 }: GateText,
): string {
  const { comparisons, control, limits, outcome } = gated;
  const found = comparisons.map((one) => ({ ...one, journal: join(out ?? "", one.journal) }));
  const together = found.length + (control?.length ?? 0);
  const written = (lines: readonly string[]) =>
    lines.map((line) => `${fill(printable(line), width)}\n`).join("");
  const body =
    outcome === "unmeasured"
      ? written(found.map(metricLine))
      : renderComparisons(found, { together, width, color, ...(verbose && { verbose }) });
  return [
    written(headLines(gated)),
    body,
    ...found.flatMap(({ explained }) =>
      explained === undefined
        ? []
        : [`\n${renderExplained(explained, { width, page: pageOf(out) })}\n`],
    ),
    written([
      ...(control ?? []).map(controlLine),
      ...limits.changes.map(
        (one) =>
          `! The new configuration changes ${limitWords(one, String)}. The gate of the base counts.`,
      ),
      ...(limits.settings ?? []).map(
        (one) => `! The new configuration changes ${settingWords(one)}.`,
      ),
    ]),
  ].join("");
}

/** The explanation of a gate has its page in the run's folder. */
function pageOf(out: string | null): string | null {
  return out === null ? null : join(out, "explain.html");
}

/** The outcome of several comparisons, or that nothing was measured. One comparison begins with its own outcome. */
function headLines({ comparisons, outcome, reason }: Gated): string[] {
  if (outcome === "unmeasured") return [`not measured: ${reason ?? "no reason is given"}`];
  const those = comparisons.flatMap((one) => {
    const [worst] = gatedMetrics(one, outcome);
    if (worst !== undefined) return [{ one, ratio: worst.ratio, words: metricOutcome(worst) }];
    const { growth } = one;
    return growth?.gate?.outcome === outcome
      ? [{ one, ratio: 0, words: growthOutcome(growth) }]
      : [];
  });
  const [first] = those.toSorted((a, b) => b.ratio - a.ratio);
  if (comparisons.length < 2 || first === undefined) return [];
  return [
    `${outcome}: ${those.length} of ${comparisons.length} comparisons; the worst is ${first.words} (${where(first.one)}).`,
    "",
  ];
}

/** Without a word: where the control is off, metrics say nothing. */
function metricLine(one: MeasuredComparison): string {
  return `${ratioWords(one)}, n = ${one.n} (${where(one)})\nblocks: ${one.journal}`;
}

function controlLine(one: MeasuredComparison): string {
  const word = isOff(one)
    ? `off: a difference in ${offWords(one)}`
    : "as expected, the interval includes 1";
  return `control: ${namesOf(one).base} against itself, ${ratioWords(one)} (${where(one)}); ${word}.`;
}

/** In a terminal all text is made printable when it is written. */
function where(one: MeasuredComparison): string {
  return whereWords(one, String);
}
