import type { Compared } from "@deadheat/judge";
import { answerOf, nextSentences } from "./answer.ts";
import { detailSentences, headline, togetherOf, warningsOf } from "./compared.ts";
import { metricRows } from "./metrics.ts";
import { limitChangeSentences, whereWords } from "./limits.ts";
import { warningWords } from "../words/warnings.ts";

/** The most entries of a list, so that the summary has fewer than 30 lines. */
const MOST = 8;

/** Returns the short form of a document, for readers that stop after some lines. */
function summaryOf(document: Compared): NonNullable<Compared["summary"]> {
  const { comparisons, gate, command } = document;
  const [only, ...others] = comparisons;
  const verdict = only !== undefined && others.length === 0 ? only.verdict : "several";
  const outcome = gate?.outcome ?? verdict;
  const answers = gate === null && others.length > 0 ? comparisons.map(answerOf) : [];
  const where =
    others.length === 0 ? () => "" : (one: (typeof comparisons)[0]) => `${whereWords(one)}: `;
  const numbers = comparisons.flatMap((one) =>
    metricRows(one).map(({ label, base, new: next, change, interval, verdictText }) =>
      [`${where(one)}${label} ${base} -> ${next}`, change, interval, verdictText]
        .filter(Boolean)
        .join(" "),
    ),
  );
  const named = comparisons.flatMap(({ explained }) => explained?.functions ?? []);
  const functions = named
    .map(({ name }) => name)
    .slice(0, MOST)
    .join(", ");
  const reasons = [
    ...(gate?.reason ? [gate.reason] : []),
    ...answers,
    ...detailSentences(document),
    ...(functions === "" ? [] : [`Functions that make the difference: ${functions}`]),
    ...warningsOf(document).map((one) => warningWords(one)),
    ...(gate === null ? [] : limitChangeSentences(gate.limits)),
  ];
  return {
    outcome,
    answer: headline(document),
    numbers: numbers.slice(0, MOST),
    reasons: reasons.slice(0, MOST),
    next: command === null ? null : nextCommand(document, outcome, command),
  };
}

function nextCommand(document: Compared, outcome: string, command: string): string | null {
  if (["failed", "slower"].includes(outcome)) return `${command} --explain`;
  if (outcome !== "undecided") return null;
  const [sentence = ""] = nextSentences(document.comparisons, togetherOf(document));
  const budget = /--budget \S+?(?=\.|\s|$)/.exec(sentence)?.[0];
  return budget === undefined ? null : `${command} ${budget}`;
}

/** Returns a document as JSON, with its summary first. */
export function renderComparedJson(document: Compared): string {
  return `${JSON.stringify({ summary: summaryOf(document), ...document }, null, 2)}\n`;
}
