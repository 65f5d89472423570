import { holm } from "./holm.ts";

/** The share of the allowed error that the named tests keep. */
export const NAMED_SHARE = 0.8;

/**
 * Returns adjusted p values of two groups of tests: the ones that were named before looking, and all others. Tests
 * whose adjusted p value is below alpha may all be declared significant. The chance of even one false declaration is
 * then at most alpha, however the tests depend on each other.
 *
 * Each group shares its part of alpha by Holm's method. A group of which all tests are significant gives its part to
 * the other group. This is the closed test with weighted Bonferroni tests: an intersection of hypotheses has the
 * smaller one of (number x smallest p / share) of both groups, and a test has the largest value of all intersections
 * that it belongs to.
 *
 * Source: Bretz, Maurer, Brannath and Posch, Statistics in Medicine 28 (2009).
 *
 * @throws RangeError if a value is not between 0 and 1
 */
export function holmNamed(
  named: readonly number[],
  others: readonly number[],
): { readonly named: number[]; readonly others: number[] } {
  const [first, second] = [holm(named), holm(others)];
  if (named.length === 0 || others.length === 0) return { named: first, others: second };
  const [last, lastOther] = [Math.max(...first), Math.max(...second)];
  const within = (p: number, share: number, other: number) =>
    Math.min(1, Math.max(p, Math.min(p / share, other)));
  return {
    named: first.map((p) => within(p, NAMED_SHARE, lastOther / (1 - NAMED_SHARE))),
    others: second.map((p) => within(p, 1 - NAMED_SHARE, last / NAMED_SHARE)),
  };
}
