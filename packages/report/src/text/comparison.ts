import {
  type Comparison,
  budgetWords,
  isTooLittle,
  LEAST_ROUNDS,
  slowdownAt,
} from "@deadheat/judge";
import { percent, share } from "../content/comparison-words.ts";
import { metricLabel } from "../content/metrics.ts";
import { growthOutcome, growthSentences } from "../content/growth.ts";
import { unseenSentences } from "../content/unseen.ts";
import { printable } from "../format.ts";
import { aboutLines, namesOf, type Names } from "./comparison-names.ts";
import { metricLines } from "./metrics.ts";
import { metricOutcome } from "./outcome.ts";
import { fill } from "./wrap.ts";

/** How comparisons are written. */
export interface ComparisonText {
  /** How many comparisons share a given budget; by default those that are written. */
  readonly together?: number;
  /** Writes the p values too. */
  readonly verbose?: boolean;
  /** Writes the words of metrics in colour; false by default. */
  readonly color?: boolean;
  /** Characters a line, 80 by default. A path may be longer. */
  readonly width?: number;
}

/**
 * Writes comparisons in sentences. The first sentence is about the new server; under a gate, it is the gate's outcome.
 * A sentence says once which versions and commits the names stand for.
 */
export function renderComparisons(
  comparisons: readonly Comparison[],
  {
    together = comparisons.length,
    verbose = false,
    color = false,
    width = 80,
  }: ComparisonText = {},
): string {
  const said = new Set<string>();
  const named = comparisons.map((comparison) => ({ comparison, names: namesOf(comparison) }));
  const severalRuntimes = new Set(named.map(({ names }) => names.both)).size > 1;
  const paragraphs = named.map(({ comparison, names }) => {
    const on = severalRuntimes && names.both !== null ? ` on ${names.both}` : "";
    const about = aboutLines(comparison, names).filter((line) => !said.has(line));
    for (const line of about) said.add(line);
    const table = metricLines(comparison, names, width, color);
    const first = firstSentences(comparison, names, together, on);
    const sentences = [
      boundLine(comparison, names),
      ...unseenSentences(comparison),
      ...(verbose ? verboseLines(comparison) : []),
      ...untilLines(comparison, together),
      ...about,
      ...comparison.warnings.map(({ message }) => `! ${message}`),
    ];
    const filled = (lines: readonly string[]) =>
      lines.map((sentence) => fill(printable(sentence), width));
    return [
      ...filled(first),
      ...table,
      ...filled(sentences),
      `rounds: ${printable(comparison.journal)}`,
      "",
    ].join("\n");
  });
  return paragraphs.join("\n");
}

/** Returns the outcome of each gate, then the verdict on the difference, and what would decide either. */
export function firstSentences(
  comparison: Comparison,
  names: Names,
  together: number,
  on = "",
): string[] {
  return [
    ...gateLines(comparison, together),
    ...verdictLines(comparison, names, together, on),
    ...growthSentences(comparison, names),
  ];
}

/** The outcome of each gate, and what would decide it. */
function gateLines(comparison: Comparison, together: number): string[] {
  const hopeless = saysWhatWouldDo(comparison);
  const { metrics, growth } = comparison;
  const gated = [
    ...metrics.map((metric) => ({ gate: metric.gate, words: metricOutcome(metric) })),
    ...(growth === undefined ? [] : [{ gate: growth.gate, words: growthOutcome(growth) }]),
  ];
  return gated.flatMap(({ gate, words }) => {
    if (gate === null) return [];
    const { outcome, moreRounds } = gate;
    return [
      `${outcome}: ${words}.`,
      ...(outcome === "undecided" && !hopeless
        ? [moreWords(moreRounds, comparison, together)]
        : []),
    ];
  });
}

/** The verdict on the difference. Under a gate, what would decide the gate has been said. */
function verdictLines(
  comparison: Comparison,
  names: Names,
  together: number,
  on: string,
): string[] {
  const { gate, verdict, moreRounds, scenario } = comparison;
  const sentence = `${verdictSentence(comparison, names)} (${scenario}${on}).`;
  const open = verdict === "undecided" && gate === null && !saysWhatWouldDo(comparison);
  return open ? [sentence, moreWords(moreRounds, comparison, together)] : [sentence];
}

/** Returns true if a warning says what to do, so that no number of further rounds is printed. */
function saysWhatWouldDo(comparison: Comparison): boolean {
  return isWarned(comparison, "cold") || comparison.n < LEAST_ROUNDS;
}

function verdictSentence(comparison: Comparison, { base, new: next }: Names): string {
  if (isTooLittle(comparison)) return `Too little data to compare ${next} with ${base}`;
  const { ratio, lo, hi, verdict, equivalenceP, gate } = comparison;
  // CPU per request, as in the table: responses per CPU-second upside down.
  const more = slowdownAt;
  const margin = share(comparison.margin);
  const near = equivalenceP < 0.05 ? `, within the margin of ${margin}` : "";
  const between = (from: number, to: number) => `[${percent(from)}, ${percent(to)}]${near}`;
  const undecided = `neither a difference between ${next} and ${base} nor a tie within ${margin} is proven`;
  return {
    faster: `${next} is faster than ${base}: ${percent(-more(ratio))} less CPU per request ${between(-more(lo), -more(hi))}`,
    slower: `${next} is slower than ${base}: ${percent(more(ratio))} more CPU per request ${between(more(hi), more(lo))}`,
    same: `the same: ${next} and ${base} are within ${margin} of each other`,
    // A gate has an outcome of the same name.
    undecided: `${gate === null ? "undecided" : "The difference is undecided"}: ${undecided}`,
  }[verdict];
}

/** Returns how many more rounds would probably decide the comparison. */
function moreWords(more: number | null, comparison: Comparison, together: number): string {
  const { n, roundSeconds, preparedSeconds = 0 } = comparison;
  if (more === null) return "More than 10,000 rounds would probably be needed to decide it.";
  const budget = budgetWords((n + more) * roundSeconds * together + preparedSeconds);
  return `About ${more} more round${more === 1 ? "" : "s"} would probably decide it: --budget ${budget}.`;
}

/** The facts that the table of metrics leaves out: the intervals, the limit of the load, and how the words are corrected. */
function boundLine(comparison: Comparison, names: Names): string {
  const { confidence, metrics } = comparison;
  const named = metrics.find((metric) => metric.named);
  const first = named === undefined ? "" : `${metricLabel(named.metric)} was named first; `;
  const unit = isWarned(comparison, "requests-per-second-only")
    ? " CPU per request is the time per request here."
    : "";
  return (
    `Intervals of ${share(confidence)}; ${first}verdicts corrected for all metrics; ` +
    `${bottleneckText(comparison, names)}.${unit}`
  );
}

function bottleneckText({ bottleneck }: Comparison, { base, new: next }: Names): string {
  return bottleneck.base === bottleneck.new
    ? `both ${bottleneck.base}`
    : `${base} ${bottleneck.base}, ${next} ${bottleneck.new}`;
}

function verboseLines({ p, signFlipP, equivalenceP, margin, confidence }: Comparison): string[] {
  const tests = [
    `p ${formatP(p)} (t)`,
    ...(signFlipP === null ? [] : [`p ${formatP(signFlipP)} (sign flip)`]),
    `p ${formatP(equivalenceP)} (tie within ${share(margin)})`,
  ];
  const looks = `The interval is one of ${share(confidence)}, so that the intervals of all looks hold together with 95 %.`;
  return [`tests: ${tests.join(", ")}.`, ...(confidence > 0.95 ? [looks] : [])];
}

function untilLines(comparison: Comparison, together: number): string[] {
  const { until, n, roundSeconds, preparedSeconds = 0 } = comparison;
  if (until === null) return [];
  const width = `± ${share(until.halfWidth)}`;
  if (until.reached) return [`until ${width}: reached with ${n} rounds.`];
  return [
    `until ${width}: not reached. The spread of the first rounds asks for ${until.needed} in all ` +
      `(--budget ${budgetWords(until.needed * roundSeconds * together + preparedSeconds)}), and the budget held ${n}: the interval is wider, ` +
      "and holds.",
  ];
}

function isWarned({ warnings }: Comparison, of: string): boolean {
  return warnings.some(({ code }) => code === of);
}

function formatP(p: number): string {
  return p < 0.0001 ? "< 0.0001" : `= ${p.toFixed(4)}`;
}
