import { costOf, isProven } from "./costs.ts";
import type { Around } from "./callers.ts";
import type { Row } from "./samples.ts";

/** The share of a difference that others must give back, so that the time has probably only moved. */
const GIVEN_BACK = 0.5;

/**
 * Reports whether the time of a function has probably only moved: its direct callers, its direct callees and the other
 * functions of its file together changed by at least half as much in the other direction, or its whole time did. A
 * compiler that inlines a function, and an author who moves code into a new function, move time in this way.
 */
export function isMoved(row: Row, rows: readonly Row[], { neighbors }: Around): boolean {
  const { difference } = costOf(row.self);
  const total = costOf(row.total);
  if (isProven(total) && total.difference * difference < 0) return true;
  const { file, package: owner, name } = row.place;
  const beside = rows.filter(({ place }) => {
    // A function that has moved to another file is new beside one that is gone.
    return file !== null && place.package === owner && (place.file === file || place.name === name);
  });
  const givenBack = [...new Set([...(neighbors.get(row) ?? []), ...beside])]
    .map(({ self }) => costOf(self))
    .filter((cost) => isProven(cost) && cost.difference * difference < 0)
    .reduce((sum, cost) => sum + Math.abs(cost.difference), 0);
  return givenBack >= GIVEN_BACK * Math.abs(difference);
}
