import { levelAt } from "@deadheat/stats";
import { isLast } from "../rules/stopping.ts";
import { explainBlocks, type Explanation } from "./explain.ts";
import type { BlockSample } from "./samples.ts";

/** The share of a difference that the named functions explain before an explanation may end early. */
const ENOUGH = 0.8;

/** The fewest blocks of an explanation, however long they take. */
const LEAST_BLOCKS = 3;

/**
 * Returns the explanation if the blocks are enough, otherwise null. The looks at the blocks are those of a gate (stats,
 * `levelAt`): after 4, 6, 8, 12 blocks and so on, and when the budget ends. The levels of all looks add up to 5 %, so
 * stopping early names no more functions by chance.
 */
export function explanationOf(
  blocks: readonly BlockSample[],
  budgetSeconds: number,
  elapsedSeconds: number,
): Explanation | null {
  const n = blocks.length;
  const last = n >= LEAST_BLOCKS && isLast({ budgetSeconds }, n, elapsedSeconds);
  const level = levelAt(n, last);
  if (level === 0 || n < LEAST_BLOCKS) return null;
  const explanation = explainBlocks(blocks, level);
  const { explained } = explanation;
  return last || (explained !== null && Math.abs(1 - explained) <= 1 - ENOUGH) ? explanation : null;
}
