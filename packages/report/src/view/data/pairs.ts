import type { Cell, PageData } from "./page-data.ts";
import { relativeTo } from "./ratios.ts";

/** What is known of two targets, said of the first; the result decides, never an interval alone. */
export type Word = "faster" | "slower" | "dead heat" | "undecided";

/** Of one target: who is proven to tie with it, and against whom it is open. */
export interface Standing {
  readonly deadHeats: ReadonlySet<string>;
  /** About how many more blocks would decide it; null: nobody can say. */
  readonly undecided: ReadonlyMap<string, number | null>;
}

/** How each ranked target of a scenario stands with the others, by its name. */
export function standingsOf(data: PageData, scenario: string): ReadonlyMap<string, Standing> {
  const found = data.scenarios.find(({ name }) => name === scenario);
  const standings = new Map(
    data.cells
      .filter((cell) => cell.scenario === scenario && cell.rank !== null)
      .map(({ target }) => [
        target,
        { deadHeats: new Set<string>(), undecided: new Map<string, number | null>() },
      ]),
  );
  const name = (place: number) => data.targets[place] ?? "";
  for (const [a, b] of found?.deadHeats ?? []) {
    standings.get(name(a))?.deadHeats.add(name(b));
    standings.get(name(b))?.deadHeats.add(name(a));
  }
  for (const [a, b, blocks] of found?.undecided ?? []) {
    standings.get(name(a))?.undecided.set(name(b), blocks);
    standings.get(name(b))?.undecided.set(name(a), blocks);
  }
  return standings;
}

export interface Verdict {
  readonly word: Word;
  /** Of an undecided pair, about how many more blocks would decide it; null: nobody can say. */
  readonly blocks: number | null;
}

/** The word for two cells of a scenario; null where one of them has no rank. */
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
