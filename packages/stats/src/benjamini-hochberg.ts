import { checkProbabilities } from "./check.ts";

/**
 * Returns p values adjusted by Benjamini's and Hochberg's step-up method. Declare the tests whose adjusted p value is at
 * most q: the expected share of false ones among the declared is then at most q, for independent tests and for tests
 * that depend on each other positively. If no test is true, the chance of even one declaration is at most q.
 *
 * Source: Benjamini and Hochberg, Journal of the Royal Statistical Society B 57 (1995).
 *
 * @param pValues p values of one family of tests, in any order; may be empty
 * @returns adjusted p values in the order of the input, each at least as large as the raw one
 * @throws RangeError if a value is not between 0 and 1
 */
export function benjaminiHochberg(pValues: readonly number[]): number[] {
  checkProbabilities(pValues);
  const descending = pValues.map((p, index) => ({ p, index })).toSorted((a, b) => b.p - a.p);
  const adjusted = Array.from(pValues, () => 1);
  let smallest = 1;
  for (const [step, { p, index }] of descending.entries()) {
    // Rounded this way round, no adjusted value lies below its raw one.
    smallest = Math.min(smallest, p * (pValues.length / (pValues.length - step)));
    adjusted[index] = smallest;
  }
  return adjusted;
}
