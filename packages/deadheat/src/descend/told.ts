import { boundedInterval, type Descended } from "@deadheat/judge";
import { descendedSentences } from "@deadheat/report";
import type { LogEstimate } from "@deadheat/stats";
import type { Note } from "../step.ts";

/** A ratio of CPU time per request with its 95 % interval, as documents have it. */
interface Told {
  readonly ratio: number;
  readonly lo: number;
  readonly hi: number;
  readonly n: number;
}

/** Returns an estimate as documents have it; null for none. */
export function toldOf(est: LogEstimate): Told;
export function toldOf(est: LogEstimate | null): Told | null;
export function toldOf(est: LogEstimate | null): Told | null {
  if (est === null) return null;
  const { ratio, lo, hi } = boundedInterval(est);
  return { ratio, lo, hi, n: est.n };
}

/** Returns a function that prints each sentence of a descent when it is first known. */
export function tellingOnce(note: Note): (sofar: Descended) => void {
  const said = new Set<string>();
  return (sofar) => {
    for (const sentence of descendedSentences(sofar)) {
      if (!said.has(sentence)) note(`Found so far: ${sentence}`);
      said.add(sentence);
    }
  };
}
