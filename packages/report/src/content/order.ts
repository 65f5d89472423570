import type { Order, Result } from "@deadheat/judge";
import { formatRank } from "@deadheat/judge/known";
import { formatTau, formatTauInterval } from "../format.ts";
import { left, right, tableOf, type Filled, type Section } from "./section.ts";

type Pair = Order["scenarios"][number];
type Target = Order["targets"][number];

/** Of more scenarios a row for each pair is more than one reads. */
const MOST_LISTED = 4;
/** As many of the pairs, beside a matrix, and of the targets. */
const MOST_PAIRS = 5;
const MOST_TARGETS = 8;

/**
 * "Does it change the order?": where a result has several scenarios.
 * @param room there is any: intervals stand in the matrix too
 */
export function orderSections({ order }: Pick<Result, "order">, room: boolean): Section[] {
  if (order === undefined) return [];
  const names = scenariosOf(order);
  return [
    ...(names.length > MOST_LISTED ? [matrixSection(order, names, room)] : [listSection(order)]),
    targetSection(order),
  ];
}

const TITLE = "Does it change the order what is asked?";

const pairColumns: readonly Filled<Pair>[] = [
  [left("scenarios"), ({ a, b }) => `${a}, ${b}`],
  [right("targets", 4), ({ targets }) => String(targets)],
  [right("tau"), ({ tau }) => formatTau(tau)],
  [left("95 %", 1), ({ tau }) => formatTauInterval(tau)],
  [right("turned", 2), ({ turned }) => String(turned)],
  [right("agree", 2), ({ agree }) => String(agree)],
  [right("unproven", 3), ({ unproven }) => String(unproven)],
];

const meaning =
  "Pairs of targets whose order is proven in both scenarios: turned round, or the same; unproven: all others. Tau is " +
  "Kendall's, of all pairs as they look: 1 is the same order, -1 the reverse. Its interval lets every pair that a plain test at " +
  "5 % does not find in both fall either way.";

function listSection({ scenarios }: Order): Section {
  return { title: TITLE, lead: [meaning], ...tableOf(pairColumns, scenarios), notes: [] };
}

/** Tau above the diagonal, what is proven below it; the widest of all tables has its scenarios by number. */
function matrixSection({ scenarios }: Order, names: readonly string[], room: boolean): Section {
  const pairOf = new Map(scenarios.map((pair) => [JSON.stringify([pair.a, pair.b]), pair]));
  const between = (a: string, b: string) => pairOf.get(JSON.stringify([a, b]));
  const columns = names.map((column, j): Filled<string> => {
    const content = (row: string) => {
      const i = names.indexOf(row);
      if (i === j) return ".";
      if (i < j) {
        const tau = between(row, column)?.tau ?? null;
        return room ? `${formatTau(tau)} ${formatTauInterval(tau)}`.trim() : formatTau(tau);
      }
      const below = between(column, row);
      return below ? `${below.turned}/${below.agree}` : "";
    };
    return [right(String(j + 1), j), content];
  });
  const numbered: Filled<string> = [left("scenario"), (row) => `${names.indexOf(row) + 1} ${row}`];
  const turned = scenarios.filter((pair) => pair.turned > 0).toSorted(mostTurned);
  return {
    title: TITLE,
    lead: [
      `${meaning} Above the diagonal: tau${room ? "" : " (its interval: report.md)"}; below it: turned/agree.`,
    ],
    ...tableOf([numbered, ...columns], names),
    notes: turned.length === 0 ? [] : [`Most turned round: ${mostOf(turned)}.`],
  };
}

function mostTurned(a: Pair, b: Pair): number {
  return b.turned - a.turned || a.agree - b.agree;
}

function mostOf(turned: readonly Pair[]): string {
  const told = turned.slice(0, MOST_PAIRS).map(({ a, b, turned: count, agree, tau }) => {
    return `${a} and ${b} ${count} of ${count + agree} proven (tau ${formatTau(tau)} ${formatTauInterval(tau)})`;
  });
  return told.join("; ");
}

const targetColumns: readonly Filled<Target>[] = [
  [left("target"), ({ target }) => target],
  [right("turned"), ({ turned }) => String(turned)],
  [left("best in"), ({ best }) => best.scenario],
  [left("place"), ({ best }) => placeOf(best)],
  [left("worst in"), ({ worst }) => worst.scenario],
  [left("place"), ({ worst }) => placeOf(worst)],
];

function targetSection({ targets }: Order): Section {
  const moved = targets.filter((target) => target.turned > 0 || isMoved(target));
  const more = moved.length - MOST_TARGETS;
  const title = "Whose place depends most on what is asked?";
  if (moved.length === 0) {
    const lead = ["Of no target it is proven that its place depends on what is asked."];
    return { title, lead, columns: [], rows: [], notes: [] };
  }
  return {
    title,
    lead: [
      "Turned: against how many others a target is proven to be faster in one scenario, and slower in another. Best and worst: " +
        "where it is certain to be furthest in front, and furthest behind.",
    ],
    ...tableOf(targetColumns, moved.slice(0, MOST_TARGETS)),
    notes: more > 0 ? [`And ${more} more: report.html shows the places of all.`] : [],
  };
}

/** Its places in the two have none in common, as shares of those that are ranked there. */
function isMoved({ best, worst }: Target): boolean {
  return (best.rank[1] - 1) / (best.of - 1) < (worst.rank[0] - 1) / (worst.of - 1);
}

function placeOf({ rank, of }: Target["best"]): string {
  return `${formatRank(rank)} of ${of}`;
}

function scenariosOf({ scenarios }: Order): string[] {
  return [...new Set(scenarios.flatMap(({ a, b }) => [a, b]))];
}
