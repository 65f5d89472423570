import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** Log ratios of blocks with a known truth: next(mean, sd), normally distributed, from a seed. */
export function normalFrom(seed: number): (mean: number, sd: number) => number {
  // Small seeds leave most of its state alike: their bits are spread first.
  const source = xoroshiro128plus(Math.imul(seed + 1, 0x9e3779b1));
  return (mean, sd) => {
    const radius = Math.sqrt(-2 * Math.log(1 - uniformFloat64(source)));
    return mean + sd * radius * Math.cos(2 * Math.PI * uniformFloat64(source));
  };
}
