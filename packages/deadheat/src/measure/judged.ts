import { isCold, type RoundRecord, type Warning } from "@deadheat/journal";
import {
  alongsideWarnings,
  judgeComparison,
  LEAST_ROUNDS,
  warningsOf,
  type Stopping,
} from "@deadheat/judge";
import { formatDuration } from "@deadheat/report/format";
import type { Comparing, EntrantsCompared } from "./comparing.ts";
import { growthWarnings } from "./gated-metrics.ts";

/** @param seconds the time of all rounds, with those in turn */
export function judged(
  { rule, margin, primary, exact, journal, preparedSeconds = 0, inTurn = 1 }: Comparing,
  records: readonly RoundRecord[],
  seconds: number,
): EntrantsCompared {
  const judgement = judgeComparison(records, rule, margin, seconds, primary, exact);
  const roundSeconds = judgement.roundSeconds / inTurn;
  return {
    judgement: { ...judgement, roundSeconds, preparedSeconds },
    records,
    warnings: [
      ...coldWarnings(records),
      ...tooFewWarnings(rule, records.length, seconds / inTurn),
      ...warningsOf(records),
      ...growthWarnings(records),
      ...alongsideWarnings(records),
    ],
    journal,
  };
}

export function coldWarnings(records: readonly RoundRecord[]): Warning[] {
  const cold = records.filter(isCold).length;
  if (cold === 0) return [];
  const message =
    `In ${cold} of ${records.length} rounds a server was not warm, and servers that are still compiling cannot be ` +
    "compared. Use a longer --warmup.";
  return [{ code: "cold", message }];
}

export function tooFewWarnings(rule: Stopping, n: number, elapsedSeconds: number): Warning[] {
  if (n >= LEAST_ROUNDS) return [];
  const held = rule.kind === "rounds" ? `there ${n === 1 ? "was" : "were"}` : "there was time for";
  const message =
    `Too few rounds: a verdict needs ${LEAST_ROUNDS}, and ${held} ${n}. A round takes ` +
    `${formatDuration(elapsedSeconds / n)}.`;
  return [{ code: "too-few-rounds", message }];
}
