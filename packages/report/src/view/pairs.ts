import type { Cell, Result } from "@deadheat/judge";
import { someOf } from "../format.ts";
import { folded, hint } from "./parts/element.ts";
import { targetName } from "./parts/marks.ts";
import { namedRow, scrolled, table } from "./parts/table.ts";

/** The most names in a row. */
const MOST_NAMES = 20;

/** Returns with which targets each target is tied or undecided. All other pairs are decided, in the order of the ranking. */
export function pairsTable(result: Result, scenario: string, cells: readonly Cell[]) {
  const found = result.differences.find((difference) => difference.scenario === scenario);
  if (found === undefined || found.pairs === found.decided) return null;
  const { ties, undecided } = found;
  const others = (target: string, pair: readonly [string, string]) =>
    pair.includes(target) ? [pair[0] === target ? pair[1] : pair[0]] : [];
  const rows = cells.flatMap((cell) => {
    const tied = ties.flatMap((pair) => others(cell.target, pair));
    const open = undecided.flatMap(({ targets, rounds }) =>
      others(cell.target, targets).map((name) => `${name} (${rounds ?? "never"})`),
    );
    if (tied.length + open.length === 0) return [];
    const decided = cells.length - 1 - tied.length - open.length;
    return [
      namedRow(targetName(cell), [
        decided,
        ...[tied, open].map((names) => someOf(names, MOST_NAMES)),
      ]),
    ];
  });
  const head = ["target", "decided pairs", "tie with", "undecided with"];
  const lead =
    "No difference is proven between the targets listed here. In brackets: about how many more rounds of each would settle " +
    "it; never: more rounds will not help.";
  const title = `${scenario}: ties and undecided pairs`;
  const drawn = table(head, rows);
  return folded(title, hint(lead), scrolled(title, drawn));
}
