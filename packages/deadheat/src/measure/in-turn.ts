import { mixedRound } from "@deadheat/judge";
import type { RoundRecord } from "@deadheat/journal";
import type { Bench } from "@deadheat/measure";
import type { Note } from "../step.ts";
import {
  measureRounds,
  OpenComparison,
  type Comparing,
  type EntrantsCompared,
} from "./entrants.ts";

export interface Mix {
  /** The comparison of the mix, whose rounds are made of those of the requests. */
  readonly comparing: Comparing;
  readonly shares: readonly number[];
  /** The places of the requests in groups, whose rounds share two processes. */
  readonly groups: readonly (readonly number[])[];
}

/**
 * Measures two entrants in duets until the rule stops, and judges the rounds.
 * @param note receives one line for people after each round
 * @throws ComparisonFailed if a round is void; Interrupted
 */
export async function compareEntrants(
  comparing: Comparing,
  bench: Bench,
  note: Note,
): Promise<EntrantsCompared> {
  const [compared] = await compareInTurn([comparing], null, bench, note);
  return compared as EntrantsCompared;
}

/**
 * Measures several requests of two servers in turn, one round of each after the other, until all rules stop: those of the
 * requests and that of the mix. One gate of a mix that has failed ends all of them, since no other can change the outcome.
 * @returns the comparisons in the order of `parts`, and that of the mix
 * @throws ComparisonFailed if a round is void; Interrupted
 */
export async function compareInTurn(
  parts: readonly Comparing[],
  mix: Mix | null,
  bench: Bench,
  note: Note,
): Promise<readonly EntrantsCompared[]> {
  const open: OpenComparison[] = [];
  const opened = (one: Comparing, noting: Note) => {
    const comparison = new OpenComparison(one, bench, noting);
    open.push(comparison);
    return comparison;
  };
  const startedAt = performance.now();
  try {
    // The progress of a mix is that of all its requests.
    const requests = parts.map((one) => opened(one, mix === null ? note : () => {}));
    const whole = mix && opened(mix.comparing, note);
    const isOpen = () =>
      open.some(({ wanted, records }) => wanted > records.length) &&
      !(mix !== null && open.some(({ failed }) => failed));
    while (isOpen()) {
      const records: RoundRecord[] = [];
      for (const group of mix?.groups ?? requests.map((_, i) => [i])) {
        const measured = await measureRounds(
          group.map((i) => requests[i] as OpenComparison),
          bench,
        );
        for (const [n, i] of group.entries()) records[i] = measured[n] as RoundRecord;
      }
      whole?.add(mixedRound(records.map((record, i) => ({ share: mix?.shares[i] ?? 0, record }))));
      // All of them stop at the same time: whether a round is the last one is part of the level of a gate.
      const elapsedSeconds = (performance.now() - startedAt) / 1000;
      for (const one of open) one.update(elapsedSeconds);
      const wanted = Math.max(...open.map((one) => one.wanted));
      for (const one of open) one.report(wanted);
    }
    return open.map((one) => one.judged());
  } finally {
    for (const one of open) one.close();
  }
}
