import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { randomFor } from "../src/random.ts";

/** Log ratios of blocks with a known truth: next(mean, sd), normally distributed, from a seed. */
export function normalFrom(seed: number): (mean: number, sd: number) => number {
  const source = randomFor(seed, "normal");
  return (mean, sd) => {
    const radius = Math.sqrt(-2 * Math.log(1 - uniformFloat64(source)));
    return mean + sd * radius * Math.cos(2 * Math.PI * uniformFloat64(source));
  };
}
