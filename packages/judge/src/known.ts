// The certain part of a scenario's order, derived from rank intervals alone. Pure and independent of the result's
// types, because the page in the browser uses the same rules.

/** The interval of ranks: from 1 + the number of cells certainly faster, to N - the number certainly slower. */
export type Rank = readonly [number, number];

export interface Placed {
  readonly target: string;
  readonly rank: Rank | null;
}

/**
 * Sorts by certainty: first by the worst possible rank, then by the best. A vague cell has a bad worst rank, so
 * vagueness never puts a cell first. Unranked cells come last.
 */
export function byCertainty(a: Pick<Placed, "rank">, b: Pick<Placed, "rank">): number {
  if (a.rank === null || b.rank === null) return Number(a.rank === null) - Number(b.rank === null);
  return a.rank[1] - b.rank[1] || a.rank[0] - b.rank[0];
}

/** Formats a rank as `3`, or as `2-5` if it is not certain. */
export function formatRank([from, to]: Rank): string {
  return from === to ? String(from) : `${from}-${to}`;
}

export interface First {
  /** The targets that are certainly among the first `among`. */
  readonly targets: readonly string[];
  readonly among: number;
  /** The number of ranked cells. */
  readonly of: number;
  /** The number of targets that may be the fastest, because nothing is certainly faster. */
  readonly candidates: number;
}

/** Returns the targets with the best certain place, or null if nothing is ranked. */
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

/** The most names that one can read in a sentence. */
const MOST_NAMES = 8;

/** Returns that in one sentence, without a full stop. */
export function firstWords({ targets, among, of, candidates }: First): string {
  const more = targets.length - MOST_NAMES;
  const names = targets.slice(0, MOST_NAMES).join(", ") + (more > 0 ? ` and ${more} more` : "");
  if (of === 1) return `${names} is the only one that is ranked`;
  if (among === 1) return `${names} is the fastest`;
  if (among === of) return "Nothing is certainly faster than anything else";
  return `Certainly among the first ${among} of ${of}: ${names}; ${candidates} may be the fastest`;
}

/** Returns the counts of a scenario's pairs in words, without a full stop. */
export function pairWords(
  pairs: number,
  decided: number,
  ties: number,
  undecided: number,
  margin: number,
): string {
  return (
    `${count(pairs, "pair")}: ${decided} decided, ${count(ties, "proven tie")} ` +
    `(within ${marginWords(margin)}), ${undecided} undecided`
  );
}

/** Formats a margin as `± 5 %`. */
export function marginWords(margin: number): string {
  return `± ${Number((100 * margin).toPrecision(3))} %`;
}

function count(n: number, what: string): string {
  return `${n.toLocaleString("en-US")} ${what}${n === 1 ? "" : "s"}`;
}
