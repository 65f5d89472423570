import type { Rank } from "@deadheat/judge/known";
import { h, type Element } from "../parts/element.ts";

/** A tie group in the gutter: a vertical line from its first to its last row. */
export interface Band {
  readonly letter: string;
  readonly column: number;
  readonly first: number;
  readonly last: number;
  readonly rows: ReadonlySet<number>;
}

/**
 * Returns the bands of rows that have these letters, from top to bottom. A group of one is no tie and has no band.
 * Bands that do not overlap share a column.
 */
export function bandsOf(letters: readonly (readonly string[])[]): Band[] {
  const groups = new Map<string, number[]>();
  for (const [row, own] of letters.entries()) {
    for (const letter of own) groups.set(letter, [...(groups.get(letter) ?? []), row]);
  }
  const ends: number[] = [];
  return [...groups]
    .filter(([, rows]) => rows.length > 1)
    .map(([letter, rows]) => ({ letter, rows, first: rows[0] ?? 0, last: rows.at(-1) ?? 0 }))
    .toSorted((a, b) => a.first - b.first || b.last - a.last)
    .map(({ letter, rows, first, last }) => {
      const free = ends.findIndex((end) => end < first);
      const column = free >= 0 ? free : ends.length;
      ends[column] = last;
      return { letter, column, first, last, rows: new Set(rows) };
    });
}

function columnsOf(bands: readonly Band[]): number {
  return Math.max(0, ...bands.map((band) => band.column + 1));
}

const BAND = 8;

export function bandsWidth(bands: readonly Band[]): number {
  return Math.max(3, columnsOf(bands)) * BAND;
}

/** Draws the bands beside a row: a line for each group, with a dot if the row is a member. */
export function bandsAt(row: number, bands: readonly Band[]): Element {
  return h(
    "svg",
    { width: bandsWidth(bands), "aria-hidden": "true" },
    bands.map(({ column, first, last, rows }) => {
      if (row < first || row > last) return null;
      const x = column * BAND + BAND / 2;
      const ends = { y1: row === first ? "50%" : "0", y2: row === last ? "50%" : "100%" };
      return [
        h("line", { x1: x, x2: x, ...ends }),
        rows.has(row) ? h("circle", { cx: x, cy: "50%", r: 3.25 }) : null,
      ];
    }),
  );
}

/** With more rows or columns of bands than these, nobody could follow the lines. */
const MOST_ROWS = 20;
const MOST_BANDS = 6;

/** Reports whether the rows show their possible places instead of the bands of their ties. */
export function drawsPlaces(rows: number, bands: readonly Band[]): boolean {
  return rows > MOST_ROWS || columnsOf(bands) > MOST_BANDS || bands.length === 0;
}

/** Draws the possible places of a target, out of `count`, as a bar from the first to the last. */
export function places([from, to]: Rank, count: number): Element {
  const share = (of: number) => `${Number(((100 * of) / count).toFixed(1))}%`;
  return h(
    "svg",
    { "aria-hidden": "true" },
    h("rect", { x: share(from - 1), width: share(to - from + 1) }),
  );
}
