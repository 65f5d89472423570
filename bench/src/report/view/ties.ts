/** A tie group's place in the gutter: a vertical line from its first to its last row. */
export interface Band {
  readonly letter: string;
  readonly column: number;
  readonly first: number;
  readonly last: number;
  readonly rows: ReadonlySet<number>;
}

/**
 * The bands of a list of rows, each row with its letters, top to bottom. A group of one is no tie and
 * has none. Bands that do not overlap share a column, so that few columns are enough.
 */
export function bandsOf(letters: readonly (readonly string[])[]): Band[] {
  const rows = new Map<string, number[]>();
  for (const [row, own] of letters.entries()) {
    for (const letter of own) rows.set(letter, [...(rows.get(letter) ?? []), row]);
  }
  const ends: number[] = [];
  return [...rows]
    .filter(([, members]) => members.length > 1)
    .map(([letter, members]) => ({
      letter,
      first: members[0] ?? 0,
      last: members.at(-1) ?? 0,
      members,
    }))
    .toSorted((a, b) => a.first - b.first || b.last - a.last)
    .map(({ letter, first, last, members }) => {
      const free = ends.findIndex((end) => end < first);
      const column = free >= 0 ? free : ends.length;
      ends[column] = last;
      return { letter, column, first, last, rows: new Set(members) };
    });
}

export function columnsOf(bands: readonly Band[]): number {
  return Math.max(0, ...bands.map((band) => band.column + 1));
}
