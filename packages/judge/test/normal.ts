import { createHash } from "node:crypto";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** Returns next(mean, sd), which draws log ratios of rounds with a known truth, normally distributed, from a seed. */
export function normalFrom(seed: number): (mean: number, sd: number) => number {
  // A small seed leaves most of the state alike, so it is hashed first.
  const digest = createHash("sha256")
    .update(JSON.stringify([seed, "normal"]))
    .digest();
  const source = xoroshiro128plus(digest.readInt32LE(0));
  return (mean, sd) => {
    const radius = Math.sqrt(-2 * Math.log(1 - uniformFloat64(source)));
    return mean + sd * radius * Math.cos(2 * Math.PI * uniformFloat64(source));
  };
}
