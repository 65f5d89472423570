import { h, type Element } from "../parts/element.ts";

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

const BAND = 8;

export function bandsWidth(bands: readonly Band[]): number {
  return Math.max(3, columnsOf(bands)) * BAND;
}

/** The bands beside one row: a line from the first to the last row of a tie group, a dot at each that is in it. */
export function bandsAt(row: number, bands: readonly Band[]): Element {
  return h(
    "svg",
    { width: bandsWidth(bands), "aria-hidden": "true" },
    bands.map(({ column, first, last, rows }) => {
      if (row < first || row > last) return null;
      const x = column * BAND + BAND / 2;
      return [
        h("line", {
          x1: x,
          x2: x,
          y1: row === first ? "50%" : "0",
          y2: row === last ? "50%" : "100%",
        }),
        rows.has(row) ? h("circle", { cx: x, cy: "50%", r: 3.25 }) : null,
      ];
    }),
  );
}
