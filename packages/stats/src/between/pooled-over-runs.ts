import { estimate, type LogEstimate } from "../estimate.ts";

/**
 * Returns the joint estimate of several runs of one comparison. The unit is the run, not the round. Another hour or
 * another machine of the same class moves a ratio by more than the rounds of one run can show. So the spread of the runs'
 * means decides the precision, with one degree of freedom less than there are runs. Two runs therefore know little;
 * three or more begin to.
 *
 * All runs weigh the same. Weights by the runs' own variances (Paule and Mandel, DerSimonian and Laird) are usual for
 * large studies. With 3 to 5 rounds a run they follow the run that looked calm by luck. In simulation the 95 % interval
 * then contained the truth in 88 to 91 % of the cases. With equal weights it does in 95 %, and is hardly wider. Runs that happen to agree do not make
 * the interval narrower than their rounds allow. The variance is at least that of the fixed-effect mean with the same
 * weights. A run of a single round counts by its mean alone.
 *
 * `sum` and `difference` use the smallest degrees of freedom for such a result.
 *
 * Source: Hartung and Knapp, Statistics in Medicine 20 (2001); Sidik and Jonkman, Statistics in Medicine 21 (2002); the
 * lower bound: Röver, Knapp and Friede, BMC Medical Research Methodology 15 (2015).
 *
 * @param runs one estimate per run, at least one; a single run is returned as it is, and says nothing about other runs
 * @returns an estimate whose n counts the rounds of all runs
 * @throws RangeError if there is no run
 */
export function pooledOverRuns(runs: readonly LogEstimate[]): LogEstimate {
  const [first, ...others] = runs;
  if (!first) throw new RangeError("pooledOverRuns: at least one run is needed");
  if (others.length === 0) return first;
  const { mean, variance, df } = estimate(runs.map((run) => run.mean));
  let within = 0;
  let n = 0;
  for (const run of runs) {
    if (run.variance < Infinity) within += run.variance / runs.length ** 2;
    n += run.n;
  }
  return { mean, variance: Math.max(variance, within), df, n, runs: runs.length };
}
