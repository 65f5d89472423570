import { createHash } from "node:crypto";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** Log ratios of blocks with a known truth: next(mean, sd), normally distributed, from a seed. */
export function normalFrom(seed: number): (mean: number, sd: number) => number {
  // A small seed leaves most of its state alike: it is hashed first.
  const digest = createHash("sha256")
    .update(JSON.stringify([seed, "normal"]))
    .digest();
  const source = xoroshiro128plus(digest.readInt32LE(0));
  return (mean, sd) => {
    const radius = Math.sqrt(-2 * Math.log(1 - uniformFloat64(source)));
    return mean + sd * radius * Math.cos(2 * Math.PI * uniformFloat64(source));
  };
}
