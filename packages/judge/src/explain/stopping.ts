import { levelAt } from "@deadheat/stats";
import { isLast } from "../rules/stopping.ts";
import { explainRounds, type Explanation } from "./explain.ts";
import type { RoundSample } from "./samples.ts";

/** The share of a difference that the named functions explain before an explanation may end early. */
const ENOUGH = 0.8;

/** The fewest rounds of an explanation, however long they take. */
const LEAST_ROUNDS = 3;

/**
 * Returns the explanation if the rounds are enough, otherwise null. The looks at the rounds are those of a gate (stats,
 * `levelAt`): after 4, 6, 8, 12 rounds and so on, and when the budget ends. The levels of all looks add up to 5 %, so
 * stopping early names no more functions by chance.
 */
export function explanationOf(
  rounds: readonly RoundSample[],
  budgetSeconds: number,
  elapsedSeconds: number,
): Explanation | null {
  const n = rounds.length;
  const last = n >= LEAST_ROUNDS && isLast({ budgetSeconds }, n, elapsedSeconds);
  const level = levelAt(n, last);
  if (level === 0 || n < LEAST_ROUNDS) return null;
  const explanation = explainRounds(rounds, level);
  const { explained } = explanation;
  return last || (explained !== null && Math.abs(1 - explained) <= 1 - ENOUGH) ? explanation : null;
}
