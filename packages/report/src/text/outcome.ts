import { isTooLittle, type Comparison, type Metric } from "@deadheat/judge";
import { share } from "../content/comparison-words.ts";
import { metricLabel } from "../content/metrics.ts";
import { formatInterval, formatRatio } from "../format.ts";

/** `at most 1.5 % more CPU per request, gate 5 %`: the numbers behind the outcome of one gate. */
export function metricOutcome(
  one: Pick<Metric, "metric" | "n" | "lo" | "hi" | "verdict" | "gate">,
): string {
  const { metric, lo, hi, gate } = one;
  const what = metric === "cpu" ? "slower" : "more";
  const limit = gate === null ? "" : `, gate ${share(gate.limit)}`;
  const of = metric === "cpu" ? "" : `${metricLabel(metric)} `;
  if (isTooLittle(one)) return `too little data about ${metricLabel(metric)}${limit}`;
  return `${of}${boundWords(lo, hi, gate?.outcome ?? "undecided", what)}${limit}`;
}

/** `at most 1.5 % slower`, rounded outwards: what is said is not more than what is known. */
function boundWords(
  lo: number,
  hi: number,
  outcome: NonNullable<Metric["gate"]>["outcome"],
  what: string,
): string {
  const least = Math.floor(1000 * (lo - 1) + 1e-9) / 10;
  const most = Math.ceil(1000 * (hi - 1) - 1e-9) / 10;
  if (most <= 0) return `not ${what}`;
  if (outcome === "undecided" && least > 0) {
    return `${least.toFixed(1)} % to ${most.toFixed(1)} % ${what}`;
  }
  const words = { passed: "at most", failed: "at least", undecided: "up to" };
  return `${words[outcome]} ${(outcome === "failed" ? least : most).toFixed(1)} % ${what}`;
}

/** `ratio 0.998 [0.985, 1.011]`. */
export function ratioWords(comparison: Comparison): string {
  return `ratio ${formatRatio(comparison.ratio)} ${formatInterval(comparison)}`;
}
