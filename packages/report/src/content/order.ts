import type { Order, Result } from "@deadheat/judge";
import { formatRank } from "@deadheat/judge/known";
import { formatTau, formatTauInterval } from "../format.ts";
import { left, right, tableOf, type Filled, type Section } from "./section.ts";

type Pair = Order["scenarios"][number];
type Target = Order["targets"][number];

const orderTitle = "Does the scenario change the order?";

/** With more scenarios than these, a matrix takes the place of a row for each pair. */
const MOST_LISTED = 4;
/** The largest number of pairs named below a matrix, and of targets with a row. */
const MOST_PAIRS = 5;
const MOST_TARGETS = 8;

/**
 * Returns the comparison of the scenarios' orders, if a result has several scenarios.
 * @param room whether the matrix has room for intervals
 */
export function orderSections({ order }: Pick<Result, "order">, room: boolean): Section[] {
  if (order === undefined || order === "versions") return [];
  const names = scenariosOf(order);
  const first = names.length > MOST_LISTED ? matrixSection(order, names, room) : listSection(order);
  return [first, targetSection(order)];
}

/** Returns the scenarios that are compared with another one. */
export function scenariosOf({ scenarios }: Order): string[] {
  return [...new Set(scenarios.flatMap(({ a, b }) => [a, b]))];
}

/** Returns a function that finds the comparison of two scenarios, which are named in the result's order. */
function pairsByName({ scenarios }: Order): (a: string, b: string) => Pair | undefined {
  const pairs = new Map(scenarios.map((pair) => [JSON.stringify([pair.a, pair.b]), pair]));
  return (a, b) => pairs.get(JSON.stringify([a, b]));
}

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
  "Turned and agree: pairs of targets whose order is proven in both scenarios, and is reversed or the same. Unproven: all other " +
  "pairs. Tau is Kendall's, of all pairs as measured: 1 is the same order, -1 the reverse. Its interval lets every pair fall " +
  "either way unless a plain test at 5 % finds its order in both scenarios.";

function listSection({ scenarios }: Order): Section {
  return { title: orderTitle, lead: [meaning], ...tableOf(pairColumns, scenarios), notes: [] };
}

/** Returns a matrix with tau above the diagonal and the proven pairs below it. Its columns are numbered, to be narrow. */
function matrixSection(order: Order, names: readonly string[], room: boolean): Section {
  const between = pairsByName(order);
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
  const turned = order.scenarios
    .filter((pair) => pair.turned > 0)
    .toSorted((a, b) => b.turned - a.turned || a.agree - b.agree)
    .slice(0, MOST_PAIRS);
  const aside = room ? "" : " (its interval: report.md)";
  return {
    title: orderTitle,
    lead: [`${meaning} Above the diagonal: tau${aside}; below it: turned/agree.`],
    ...tableOf([numbered, ...columns], names),
    notes: turned.length === 0 ? [] : [`Most turned: ${turned.map(turnedWords).join("; ")}.`],
  };
}

function turnedWords({ a, b, turned, agree, tau }: Pair): string {
  return `${a} and ${b} ${turned} of ${turned + agree} proven (tau ${formatTau(tau)} ${formatTauInterval(tau)})`;
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
  const title = "Targets whose place depends most on the scenario";
  if (moved.length === 0) {
    const lead = ["No target's place is proven to depend on the scenario."];
    return { title, lead, columns: [], rows: [], notes: [] };
  }
  return {
    title,
    lead: [
      "Turned: the number of targets that a target is proven to be faster than in one scenario, and slower than in another. Best " +
        "and worst: the scenarios in which it is certain to be furthest in front, and furthest behind.",
    ],
    ...tableOf(targetColumns, moved.slice(0, MOST_TARGETS)),
    notes: more > 0 ? [`And ${more} more: report.html shows the places of all targets.`] : [],
  };
}

/** Reports whether the places in the two scenarios, as shares of the ranked targets, do not overlap. */
function isMoved({ best, worst }: Target): boolean {
  return (best.rank[1] - 1) / (best.of - 1) < (worst.rank[0] - 1) / (worst.of - 1);
}

function placeOf({ rank, of }: Target["best"]): string {
  return `${formatRank(rank)} of ${of}`;
}
