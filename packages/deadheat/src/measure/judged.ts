import { isCold, type RoundRecord, type Warning } from "@deadheat/journal";
import { alongsideWarnings, judgeComparison, LEAST_ROUNDS, warningsOf } from "@deadheat/judge";
import type { Bench } from "@deadheat/measure";
import type { Comparing, EntrantsCompared } from "./comparing.ts";
import { growthWarnings, uncountedWarnings } from "./gated-metrics.ts";

/** @param seconds the time of all rounds, with those in turn */
export function judged(
  { rule, margin, primary, exact, priors, journal, preparedSeconds = 0, inTurn = 1 }: Comparing,
  records: readonly RoundRecord[],
  seconds: number,
  counters: Bench["counters"],
): EntrantsCompared {
  const judgement = judgeComparison(records, rule, margin, seconds, primary, exact, priors);
  const roundSeconds = judgement.roundSeconds / inTurn;
  return {
    judgement: { ...judgement, roundSeconds, preparedSeconds },
    records,
    warnings: [
      ...coldWarnings(records),
      ...tooFewWarnings(records.length, seconds / inTurn),
      ...warningsOf(records),
      ...growthWarnings(records),
      ...uncountedWarnings(records, counters),
      ...alongsideWarnings(records),
    ],
    journal,
  };
}

export function coldWarnings(records: readonly RoundRecord[]): Warning[] {
  const cold = records.filter(isCold).length;
  return cold === 0 ? [] : [{ code: "cold", facts: { rounds: cold, of: records.length } }];
}

export function tooFewWarnings(n: number, elapsedSeconds: number): Warning[] {
  if (n >= LEAST_ROUNDS) return [];
  return [{ code: "too-few-rounds", facts: { rounds: n, seconds: elapsedSeconds / n } }];
}
