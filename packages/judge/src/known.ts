// The proven part of a scenario's order, derived from rank intervals alone.

/** The interval of ranks: from 1 + the number of cells that are proven faster, to N - the number that are proven slower. */
export type Rank = readonly [number, number];

export interface Placed {
  readonly target: string;
  readonly rank: Rank | null;
}

/**
 * Sorts by the worst possible rank, then by the best. An imprecise cell has a bad worst rank, so it never comes first.
 * Unranked cells come last.
 */
export function byCertainty(a: Pick<Placed, "rank">, b: Pick<Placed, "rank">): number {
  if (a.rank === null || b.rank === null) return Number(a.rank === null) - Number(b.rank === null);
  return a.rank[1] - b.rank[1] || a.rank[0] - b.rank[0];
}

export interface First {
  /** The targets that are proven to be among the first `among`. */
  readonly targets: readonly string[];
  readonly among: number;
  /** The number of ranked cells. */
  readonly of: number;
  /** The number of targets that may be the fastest, because nothing is proven faster. */
  readonly candidates: number;
}

/** Returns the targets with the best proven place, or null if nothing is ranked. */
export function firstOf(cells: readonly Placed[]): First | null {
  const ranked = cells.flatMap(({ target, rank }) => (rank === null ? [] : [{ target, rank }]));
  if (ranked.length === 0) return null;
  const among = Math.min(...ranked.map(({ rank }) => rank[1]));
  return {
    targets: ranked.filter(({ rank }) => rank[1] === among).map(({ target }) => target),
    among,
    of: ranked.length,
    candidates: ranked.filter(({ rank }) => rank[0] === 1).length,
  };
}
