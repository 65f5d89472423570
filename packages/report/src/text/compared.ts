import { join } from "node:path";
import type { Compared, Comparison } from "@deadheat/judge";
import { answerOf, nextSentences } from "../content/answer.ts";
import { caveatsOf, testSentences } from "../content/caveats.ts";
import { controlSentence, headline, togetherOf } from "../content/compared.ts";
import { dearerSentences } from "../content/dearer.ts";
import { explainSentences } from "../content/explain-next.ts";
import { growthSentences } from "../content/growth.ts";
import { limitChangeSentences } from "../content/limits.ts";
import { headingOf, namesOf, versionSentences } from "../content/names.ts";
import { limitedOf } from "../content/outcome.ts";
import { asSentence, printable } from "../format.ts";
import { renderExplained } from "./explained.ts";
import { limitLines } from "./limits.ts";
import { metricLines } from "./metrics.ts";
import { filledTo } from "./wrap.ts";

/** The options of the text of a comparison or a gate. */
export interface ComparedText {
  /** The run's folder; null leaves journals relative to it. */
  readonly out?: string | null;
  /** Prints the p values and the usual bottleneck too. */
  readonly verbose?: boolean;
  /** Prints the verdicts in color; false by default. */
  readonly color?: boolean;
  /** The width in characters, 80 by default. A path may be longer. */
  readonly width?: number;
}

/** Returns a comparison or a gate as text: the answer, the tables, what to do next, the caveats that apply, and the files. */
export function renderCompared(document: Compared, text: ComparedText = {}): string {
  const { comparisons, control, gate } = document;
  const { out = null, width = 80 } = text;
  const filled = filledTo(width);
  const limitChanges = gate === null ? [] : limitChangeSentences(gate.limits);
  const changes = filled(limitChanges.map((sentence) => `! ${sentence}`));
  const journals = new Set(comparisons.map(({ journal }) => join(out ?? "", journal)));
  const files = [...journals].map((journal) => `Data: ${printable(journal)}`);
  if (gate?.outcome === "unmeasured") {
    return [...filled([headline(document)]), ...changes, ...files, ""].join("\n");
  }
  const explained = comparisons.flatMap((one) => one.explained ?? []);
  const limited = comparisons.flatMap(limitedOf);
  return [
    ...(gate === null ? [] : filled([headline(document)])),
    // One limit is in the headline.
    ...(limited.length < 2 ? [] : ["", ...limitLines(limited, width)]),
    ...bodyLines(document, changes, text),
    ...explained.flatMap((reasons, i) => [
      "",
      renderExplained(reasons, { width, page: out && join(out, explainedPage(i)) }),
    ]),
    ...filled([
      ...(control ?? []).map(controlSentence),
      ...(gate?.outcome === "failed" && explained.length === 0
        ? ["To see which functions make the difference, run it again with --explain."]
        : []),
      ...explainSentences(comparisons),
    ]),
    ...files,
    "",
  ].join("\n");
}

/** Returns the name of the page of an explanation in the run's folder. */
function explainedPage(i: number): string {
  return i === 0 ? "explain.html" : `explain-${i + 1}.html`;
}

/** Returns the answers and the tables. Under a gate, the answers of all comparisons come first. */
function bodyLines(document: Compared, changes: readonly string[], text: ComparedText): string[] {
  const { comparisons, gate } = document;
  const filled = filledTo(text.width ?? 80);
  const together = togetherOf(document);
  const known = new Set<string>();
  const more = (one: Comparison) => [
    ...growthSentences(one, namesOf(one)),
    ...dearerSentences(one),
  ];
  if (gate === null) {
    return comparisons.flatMap((one, i) => [
      ...(i === 0 ? [] : [""]),
      ...filled([answerOf(one), ...nextSentences([one], together), ...more(one)]),
      "",
      ...comparisonLines(one, together, text, known),
    ]);
  }
  return [
    ...filled([...nextSentences(comparisons, together), ...new Set(comparisons.flatMap(more))]),
    ...changes,
    ...comparisons.flatMap((one) => ["", ...comparisonLines(one, together, text, known)]),
  ];
}

/**
 * Returns the table of a comparison with its heading, and the caveats that apply.
 * @param known the sentences about versions that were printed before, and are not printed again
 */
function comparisonLines(
  comparison: Comparison,
  together: number,
  { verbose = false, color = false, width = 80 }: ComparedText,
  known: Set<string>,
): string[] {
  const filled = filledTo(width);
  const versions = versionSentences(comparison).filter((sentence) => !known.has(sentence));
  for (const sentence of versions) known.add(sentence);
  return [
    ...filled([headingOf(comparison)]),
    ...metricLines(comparison, width, color),
    ...filled([
      ...caveatsOf(comparison, together),
      ...(verbose ? testSentences(comparison) : []),
      ...versions,
      ...comparison.warnings.map(({ message }) => `! ${asSentence(message)}`),
    ]),
  ];
}
