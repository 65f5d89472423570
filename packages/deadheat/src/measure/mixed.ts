import { mixedRound } from "@deadheat/judge";
import type { Bench } from "@deadheat/measure";
import type { Note } from "../step.ts";
import { OpenComparison, type Comparing, type EntrantsCompared } from "./entrants.ts";

/**
 * Measures several requests of two servers in turn, one round of each after the other, until all rules stop: those of the
 * requests and that of the mix. One gate that has failed ends all of them, since no other can change the outcome.
 * @param shares the share of each request
 * @param mix the comparison of the mix, whose rounds are made of those of the requests
 * @returns the comparisons in the order of `parts`, and that of the mix
 * @throws ComparisonFailed if a round is void; Interrupted
 */
export async function compareMixed(
  parts: readonly Comparing[],
  shares: readonly number[],
  mix: Comparing,
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
    // The progress of the mix is that of all its requests.
    const requests = parts.map((one) => opened(one, () => {}));
    const whole = opened(mix, note);
    const isOpen = () => open.some(({ wanted, records }) => wanted > records.length);
    while (isOpen() && !open.some(({ failed }) => failed)) {
      const round = [];
      for (const [i, one] of requests.entries()) {
        round.push({ share: shares[i] ?? 0, record: await one.measureRound() });
      }
      whole.add(mixedRound(round));
      // All of them stop at the same time: whether a round is the last one is part of the level of a gate.
      const elapsedSeconds = (performance.now() - startedAt) / 1000;
      for (const one of open) one.update(elapsedSeconds);
    }
    return open.map((one) => one.judged());
  } finally {
    for (const one of open) one.close();
  }
}
