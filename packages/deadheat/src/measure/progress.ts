import type { RoundRecord } from "@deadheat/journal";
import { LEAST_ROUNDS, roundEstimate, type Stopping } from "@deadheat/judge";
import { changeWords } from "@deadheat/report";
import { formatDuration, formatHalfWidth } from "@deadheat/report/format";
import type { SoFar } from "@deadheat/runner";
import { interval } from "@deadheat/stats";
import type { Note } from "../step.ts";
import type { Comparing } from "./comparing.ts";
import type { DueRounds } from "./policy.ts";

/** Returns what notes the progress of a comparison, one line after each turn. */
export function comparisonProgress(
  { entrants: { new: next, base }, scenario, rule, each }: Comparing,
  recordsOf: () => readonly RoundRecord[],
  note: Note,
): (due: readonly DueRounds[], so: SoFar) => void {
  const of = expectedRounds(rule, each);
  const first = { phase: `${scenario}: round`, done: 0, of, estimate: "", secondsLeft: null };
  note(`Comparing ${next.name} with ${base.name} (${scenario})`, first);
  return ([due], { seconds }) => {
    const done = recordsOf().length;
    if (done === 0) return;
    const wanted = due?.of ?? done;
    const secondsLeft = ((wanted - done) * seconds) / done;
    const estimate = runningEstimate(recordsOf());
    const line = `[${done}/${wanted}] ${next.name} vs. ${base.name}: ${estimate}`;
    note(`${line}, ${formatDuration(secondsLeft)} left`, {
      ...first,
      done,
      of: wanted,
      estimate,
      secondsLeft,
    });
  };
}

/** Returns the number of rounds that probably fit, before the first one. */
function expectedRounds(rule: Stopping, each: number): number {
  if (rule.kind === "rounds") return rule.rounds;
  return Math.max(1, Math.floor(rule.budgetSeconds / each));
}

/** `CPU +6.6 % ± 1.2 %`: what a request of the new server takes more. */
export function runningEstimate(records: readonly RoundRecord[]): string {
  const running = interval(roundEstimate(records));
  const width =
    records.length >= LEAST_ROUNDS && Number.isFinite(running.hi)
      ? ` ${formatHalfWidth(running)}`
      : "";
  return `CPU ${changeWords(1 / running.ratio)}${width}`;
}
