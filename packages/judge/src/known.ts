// What is known of the order of a scenario, from rank intervals alone. Pure, and of no type of the
// result's: the page in the browser says the same by the same rules.

/** From 1 + those that are certainly faster to N - those that are certainly slower; null: not ranked. */
export type Rank = readonly [number, number];

export interface Placed {
  readonly target: string;
  readonly rank: Rank | null;
}

/**
 * Sorts by what is certain: first by how far back a cell may be, then by how far ahead. A vague cell may
 * be far back, so that vagueness never puts one first. What is not ranked comes last.
 */
export function byCertainty(a: Pick<Placed, "rank">, b: Pick<Placed, "rank">): number {
  if (a.rank === null || b.rank === null) return Number(a.rank === null) - Number(b.rank === null);
  return a.rank[1] - b.rank[1] || a.rank[0] - b.rank[0];
}

/** `3`, or `2-5` where only that much is certain. */
export function formatRank([from, to]: Rank): string {
  return from === to ? String(from) : `${from}-${to}`;
}

export interface First {
  /** Those of which the most is known: they are certainly among the first so many. */
  readonly targets: readonly string[];
  readonly among: number;
  /** How many are ranked. */
  readonly of: number;
  /** How many may be the fastest: nothing is certainly faster. */
  readonly candidates: number;
}

/** Who is certainly among the first how many; null where nothing is ranked. */
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

/** As many names as one reads in a sentence. */
const MOST_NAMES = 8;

/** The same in one sentence, which ends without a full stop. */
export function firstWords({ targets, among, of, candidates }: First): string {
  const more = targets.length - MOST_NAMES;
  const names = targets.slice(0, MOST_NAMES).join(", ") + (more > 0 ? ` and ${more} more` : "");
  if (of === 1) return `${names} is the only one that is ranked`;
  if (among === 1) return `${names} is the fastest`;
  if (among === of) return "Nothing is certainly faster than anything else";
  return `Certainly among the first ${among} of ${of}: ${names}; ${candidates} may be the fastest`;
}

/** What the pairs of a scenario are, without a full stop. */
export function pairWords(
  pairs: number,
  decided: number,
  deadHeats: number,
  undecided: number,
  margin: number,
): string {
  return (
    `${count(pairs, "pair")}: ${decided} decided, ${count(deadHeats, "proven dead heat")} ` +
    `(within ${marginWords(margin)}), ${undecided} undecided`
  );
}

/** `± 5 %` */
export function marginWords(margin: number): string {
  return `± ${Number((100 * margin).toPrecision(3))} %`;
}

function count(n: number, what: string): string {
  return `${n.toLocaleString("en-US")} ${what}${n === 1 ? "" : "s"}`;
}
