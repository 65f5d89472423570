import { createHash } from "node:crypto";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";

/**
 * A generator for one purpose, from the run's seed and the purpose's names: what is drawn for one
 * block does not depend on which other blocks are planned, so a resumed run draws the same.
 */
export function randomFor(seed: number, ...names: readonly (string | number)[]): RandomGenerator {
  const digest = createHash("sha256")
    .update(JSON.stringify([seed, ...names]))
    .digest();
  return xoroshiro128plus(digest.readInt32LE(0));
}

/** A seed for a run that was given none. */
export function drawSeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}

export function coin(random: RandomGenerator): boolean {
  return uniformInt(random, 0, 1) === 1;
}

/** A new array in random order (Fisher-Yates). */
export function shuffled<T>(items: readonly T[], random: RandomGenerator): T[] {
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = uniformInt(random, 0, i);
    [order[i], order[j]] = [order[j] as T, order[i] as T];
  }
  return order;
}
