import { checkProbabilities } from "./check.ts";

/**
 * Returns p values adjusted by Holm's step-down method. Tests whose adjusted p value is below alpha may all be
 * declared significant. The chance of even one false declaration is then at most alpha, however the tests depend on
 * each other.
 *
 * Source: Holm, Scandinavian Journal of Statistics 6 (1979).
 *
 * @param pValues p values of one family of tests, in any order; may be empty
 * @returns adjusted p values in the order of the input, each at least as large as the raw one
 * @throws RangeError if a value is not between 0 and 1
 */
export function holm(pValues: readonly number[]): number[] {
  checkProbabilities(pValues);
  const ascending = pValues.map((p, index) => ({ p, index })).toSorted((a, b) => a.p - b.p);
  const adjusted = Array.from(pValues, () => 1);
  let largest = 0;
  for (const [step, { p, index }] of ascending.entries()) {
    largest = Math.max(largest, Math.min(1, p * (pValues.length - step)));
    adjusted[index] = largest;
  }
  return adjusted;
}
