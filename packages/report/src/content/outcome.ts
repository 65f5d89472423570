import {
  isTooLittle,
  ROUNDS_FOR_FUNCTIONS,
  type Comparison,
  type Growth,
  type Metric,
} from "@deadheat/judge";
import { formatShare } from "../format.ts";
import { dearerWords } from "./dearer.ts";
import { bytesWords, growthBounds, GROWTH_LABEL } from "./growth.ts";
import { metricLabel, percentMore } from "./metrics.ts";
import { namesOf } from "./names.ts";

type Limit = NonNullable<Metric["gate"]>;

/** The outcome of a limit on one metric of a comparison. */
export interface Limited {
  readonly one: Comparison;
  readonly outcome: Limit["outcome"];
  readonly label: string;
  /** `at most 1.5 % slower`, `at least 310 B more`. */
  readonly words: string;
  /** `5 %`, `100 B`. */
  readonly limit: string;
  /** The number of further rounds that would probably decide it; null if it is decided or no number would. */
  readonly moreRounds: number | null;
  /** The change, by which the worst is found. */
  readonly ratio: number;
  /** `HEAD is at most 1.5 % slower than main`. */
  readonly sentence: string;
}

export function limitedOf(one: Comparison): Limited[] {
  const { base, new: next } = namesOf(one);
  const metrics = one.metrics.flatMap((metric): Limited[] => {
    const { gate, ratio } = metric;
    if (gate === null) return [];
    const label = metricLabel(metric.metric);
    const words = isTooLittle(metric) ? "too little data" : boundWords(metric, gate);
    const sentence = isTooLittle(metric)
      ? `Too little data about ${label}`
      : metric.metric === "cpu"
        ? `${next} ${words.startsWith("up to") ? "may be" : "is"} ${words} than ${base}`
        : `${next} ${words === "not more" ? "does not need more" : `needs ${words}`} ${label} than ${base}`;
    return [{ one, ...gate, limit: formatShare(gate.limit), label, words, ratio, sentence }];
  });
  return [...metrics, ...limitedGrowth(one, one.growth), ...limitedFunctions(one)];
}

function limitedFunctions(one: Comparison): Limited[] {
  const { functions } = one;
  if (!functions?.outcome) return [];
  const { outcome, found, rounds } = functions;
  const [first] = found.toSorted((a, b) => Number(b.over) - Number(a.over) || b.share - a.share);
  const limit = formatShare(functions.limit);
  const words = first
    ? dearerWords(first)
    : outcome === "passed"
      ? "none takes significantly more"
      : "too few profiled rounds";
  const sentence = first
    ? `${namesOf(one).new} takes more CPU per request in ${words}`
    : `functions: ${words}`;
  // Twice as many rounds find what is a third smaller.
  const moreRounds = outcome === "undecided" ? Math.max(rounds, ROUNDS_FOR_FUNCTIONS) : null;
  const ratio = 1 + (first?.share ?? 0);
  return [{ one, outcome, label: "functions", words, limit, moreRounds, ratio, sentence }];
}

function limitedGrowth(one: Comparison, growth: Growth | undefined) {
  if (!growth?.gate) return [];
  const { base, new: next } = namesOf(one);
  const bounds = growthBounds(growth);
  const verb = bounds === "not more" ? "does not leave more" : `leaves ${bounds}`;
  const sentence =
    bounds === null
      ? `Too little data about ${GROWTH_LABEL}`
      : `${next} ${verb} memory behind per request than ${base}`;
  const limit = bytesWords(growth.gate.limit);
  const words = bounds ?? "too little data";
  return [{ one, ...growth.gate, limit, label: GROWTH_LABEL, words, ratio: 0, sentence }];
}

/** Returns `at most 1.5 % slower`, with the number that the table's interval has. */
function boundWords({ metric, lo, hi: whole }: Metric, { outcome, limit }: Limit): string {
  const what = metric === "cpu" ? "slower" : "more";
  // The interval is corrected for all gates. A gate that passed is within its limit without that (judge, `judgeGate`).
  const hi = outcome === "passed" ? Math.min(whole, 1 + limit) : whole;
  const [least, most] = [percentMore(lo), percentMore(hi)];
  if (hi <= 1) return `not ${what}`;
  if (outcome === "undecided" && lo > 1) return `${least} % to ${most} % ${what}`;
  const words = { passed: "at most", failed: "at least", undecided: "up to" };
  return `${words[outcome]} ${outcome === "failed" ? least : most} % ${what}`;
}
