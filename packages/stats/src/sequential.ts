/** A planned look at the rounds so far: after `n` rounds, at level `alpha`. */
interface Look {
  readonly n: number;
  readonly alpha: number;
}

const TOTAL = 0.05;

/**
 * The first looks. Early ones let a clear case end soon: unchanged code passes after four or six rounds. They spend
 * little, so that a gate that stays open to its last look misses no more than with a first look after eight rounds.
 */
const FIRST_LOOKS: readonly Look[] = [
  { n: 4, alpha: 0.005 },
  { n: 6, alpha: 0.006 },
  { n: 8, alpha: 0.006 },
  { n: 12, alpha: 0.007 },
  { n: 16, alpha: 0.008 },
];

/**
 * Yields the looks at which the ratios may end a comparison. The levels add up to 5 %. From the sixth look on each look
 * spends half of the rest, so that there is no last one. Tests at 5 % each time would declare a difference between
 * equals in 18 % of the comparisons with six looks.
 */
function* plannedLooks(): Generator<Look, never> {
  yield* FIRST_LOOKS;
  for (let n = 24, alpha = 0.009; ; n *= 2, alpha /= 2) yield { n, alpha };
}

/** Returns the first planned look after more than `n` rounds: 4, 6, 8, 12, 16, 24, 48, 96 and so on. */
export function nextLook(n: number): number {
  for (const look of plannedLooks()) if (look.n > n) return look.n;
  return Infinity;
}

/**
 * Returns the level of a look after `n` rounds, or 0 if no look is planned there. The last look may come after any
 * number of rounds, and spends all that the looks before it left. The clock must decide which look is the last, never
 * the ratios.
 *
 * The intervals `interval(estimate, 1 - level)` of all looks together contain the true ratio with a chance of at least
 * 95 %, and each end with 97.5 % (Bonferroni). The number of looks does not matter. A plain 95 % interval at each look
 * would promise too much.
 *
 * Source: Jennison and Turnbull, Group Sequential Methods (1999), chapters 7 and 9; for looks whose number is not
 * fixed: Lan and DeMets, Biometrika 70 (1983).
 *
 * @param last true if no round follows
 * @throws RangeError unless n is a whole number above 0
 */
export function levelAt(n: number, last = false): number {
  if (!(Number.isInteger(n) && n > 0)) {
    throw new RangeError(`n is ${n}: a whole number of rounds is needed`);
  }
  // The unit is a thousandth, because subtractions are exact there.
  let left = 1000 * TOTAL;
  for (const look of plannedLooks()) {
    const due = look.n === n;
    if (look.n >= n) return last ? left / 1000 : due ? look.alpha : 0;
    left -= 1000 * look.alpha;
  }
  return 0;
}
