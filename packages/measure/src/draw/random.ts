import { createHash } from "node:crypto";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";

/**
 * Returns a random generator from the run's seed and the names of its purpose. A draw for one round does not depend on
 * other rounds, so a resumed run draws the same.
 */
export function randomFor(seed: number, ...names: readonly (string | number)[]): RandomGenerator {
  const digest = createHash("sha256")
    .update(JSON.stringify([seed, ...names]))
    .digest();
  return xoroshiro128plus(digest.readInt32LE(0));
}

/** Returns a seed for a run without one. */
export function drawSeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}

export function coin(random: RandomGenerator): boolean {
  return uniformInt(random, 0, 1) === 1;
}

/** Returns a new array in random order (Fisher-Yates). */
export function shuffled<T>(items: readonly T[], random: RandomGenerator): T[] {
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = uniformInt(random, 0, i);
    [order[i], order[j]] = [order[j] as T, order[i] as T];
  }
  return order;
}
