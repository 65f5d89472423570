import type { Rank } from "@deadheat/judge/known";
import { h, type Element } from "../parts/element.ts";
import { columnsOf, type Band } from "./ties.ts";

/** More rows or columns of bands than these are lines that nobody follows. */
const MOST_ROWS = 20;
const MOST_BANDS = 6;

/** Whether beside the rows their possible places are drawn, and not the bands of their ties. */
export function drawsPlaces(rows: number, bands: readonly Band[]): boolean {
  return rows > MOST_ROWS || columnsOf(bands) > MOST_BANDS || bands.length === 0;
}

/** The places that a target can have, as a bar from the first to the last of them, of `count`. */
export function places([from, to]: Rank, count: number): Element {
  const share = (of: number) => `${Number(((100 * of) / count).toFixed(1))}%`;
  return h(
    "svg",
    { "aria-hidden": "true" },
    h("rect", { x: share(from - 1), width: share(to - from + 1) }),
  );
}
