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

/** Formats a rank as `3`, or as `2-5` if several places are possible. */
export function formatRank([from, to]: Rank): string {
  return from === to ? String(from) : `${from}-${to}`;
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

const MOST_NAMES = 8;

/** Returns which target is first in one sentence, without a period. */
export function firstWords({ targets, among, of, candidates }: First): string {
  const more = targets.length - MOST_NAMES;
  const names = targets.slice(0, MOST_NAMES).join(", ") + (more > 0 ? ` and ${more} more` : "");
  if (of === 1) return `${names} is the only ranked target`;
  if (among === 1) return `${names} is the fastest`;
  if (among === of) return "No target is proven faster than any other";
  return targets.length === candidates
    ? `No single winner: any of these ${candidates} of ${of} targets may be the fastest: ${names}`
    : `No single winner: any of ${candidates} of ${of} targets may be the fastest. Proven to be among the first ${among}: ${names}`;
}

/** Returns the counts of a scenario's pairs in words, without a period. */
export function pairWords(
  pairs: number,
  decided: number,
  ties: number,
  undecided: number,
  margin: number,
): string {
  return (
    `${counted(pairs, "pair")}: ${decided} decided, ${counted(ties, "tie")} ` +
    `(within ${marginWords(margin)}), ${undecided} undecided`
  );
}

/** Formats a margin as `± 5 %`. */
export function marginWords(margin: number): string {
  return `± ${Number((100 * margin).toPrecision(3))} %`;
}

/** Returns `1 pair`, or `1,081 pairs`. */
export function counted(n: number, what: string): string {
  return `${n.toLocaleString("en-US")} ${what}${n === 1 ? "" : "s"}`;
}
