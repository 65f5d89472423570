import type { Cell, PageData } from "./page-data.ts";
import { relativeTo } from "./ratios.ts";

/** The verdict about the first of two targets. The result decides it, never an interval alone. */
export interface Verdict {
  readonly word: "faster" | "slower" | "dead heat" | "undecided";
  /** About how many more blocks would decide an undecided pair; null if no number would, or for another word. */
  readonly blocks: number | null;
}

/** The targets that a target is tied with, and those that it is undecided with. */
export interface Standing {
  readonly deadHeats: Set<string>;
  /** By target, about how many more blocks would decide the pair; null if no number would. */
  readonly undecided: Map<string, number | null>;
}

/** Returns the standing of each ranked target of a scenario, by target. */
export function standingsOf(data: PageData, scenario: string): ReadonlyMap<string, Standing> {
  const found = data.differences.find((difference) => difference.scenario === scenario);
  const standings = new Map<string, Standing>();
  for (const cell of data.cells) {
    if (cell.scenario !== scenario || cell.rank === null) continue;
    standings.set(cell.target, { deadHeats: new Set(), undecided: new Map() });
  }
  for (const [a, b] of found?.deadHeats ?? []) {
    standings.get(a)?.deadHeats.add(b);
    standings.get(b)?.deadHeats.add(a);
  }
  for (const { targets, blocks } of found?.undecided ?? []) {
    const [a, b] = targets;
    standings.get(a)?.undecided.set(b, blocks);
    standings.get(b)?.undecided.set(a, blocks);
  }
  return standings;
}

/** Returns the verdict about two cells of a scenario, or null if either has no rank. */
export function verdictOf(a: Cell, b: Cell, data: PageData): Verdict | null {
  if (a.rank === null || b.rank === null) return null;
  const standing = standingsOf(data, a.scenario).get(a.target);
  const ratio = relativeTo(a, b, data);
  if (!standing || !ratio) return null;
  if (standing.deadHeats.has(b.target)) return { word: "dead heat", blocks: null };
  const blocks = standing.undecided.get(b.target);
  if (blocks !== undefined) return { word: "undecided", blocks };
  return { word: ratio.ratio > 1 ? "faster" : "slower", blocks: null };
}
