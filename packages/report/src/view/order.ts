import { formatRank } from "@deadheat/judge/known";
import { formatTau, formatTauInterval } from "../format.ts";
import { rankedOf, type Cell, type Order, type PageData } from "./data/page-data.ts";
import { h, type Child, type Element } from "./parts/element.ts";
import { targetName } from "./parts/marks.ts";
import { namedRow, scrolled, table } from "./parts/table.ts";

type Pair = Order["scenarios"][number];

/** Whether it changes the order what is asked: how far scenarios agree, and every target's place in each. */
export function orderSection(
  data: PageData,
  shown: (cell: Cell) => boolean = () => true,
): Element | null {
  const { order } = data;
  if (order === null) return null;
  const names = data.scenarios.map(({ name }) => name).filter((name) => isCompared(name, order));
  return h(
    "section",
    { class: "order", "aria-labelledby": "h-order" },
    h("h2", { id: "h-order" }, "Does it change the order what is asked?"),
    h("p", { class: "hint" }, orderWords(order)),
    h(
      "p",
      { class: "hint" },
      "Above the diagonal: Kendall's tau of all pairs as they look (1: the same order, -1: the reverse), with an interval " +
        "that lets every pair fall either way whose order a plain test does not find in both. Below it: proven in both " +
        "and turned round, of those that are proven in both.",
    ),
    scrolled("How far scenarios agree", matrix(order, names)),
    h("h3", {}, "Places"),
    h(
      "p",
      { class: "hint" },
      "The place of each target in each scenario; the stronger the colour, the further in front. Turned: against how many others it is proven to be faster in one scenario, " +
        "and slower in another.",
    ),
    scrolled("Places by scenario", places(data, order, names, shown)),
  );
}

function isCompared(name: string, { scenarios }: Order): boolean {
  return scenarios.some(({ a, b }) => a === name || b === name);
}

/** What the most turned pair of scenarios is, in a sentence. */
export function orderWords({ scenarios, targets }: Order): string {
  const [most] = scenarios.toSorted((a, b) => b.turned - a.turned);
  if (!most || most.turned === 0) {
    return "No order of two targets is proven to be turned round by what is asked.";
  }
  const { a, b, turned, agree } = most;
  const [first] = targets;
  const pair = `Most orders are turned round between ${a} and ${b}: ${turned} of the ${turned + agree} that are proven in both.`;
  return first && first.turned > 0
    ? `${pair} The place of ${first.target} depends most on it: turned round against ${first.turned} others.`
    : pair;
}

function matrix({ scenarios }: Order, names: readonly string[]): Element {
  const pairs = new Map(scenarios.map((pair) => [JSON.stringify([pair.a, pair.b]), pair]));
  const cell = (i: number, j: number): Child => {
    if (i === j) return h("td", { class: "self" });
    const pair = pairs.get(JSON.stringify([names[Math.min(i, j)], names[Math.max(i, j)]]));
    if (!pair) return h("td", {});
    return i < j ? tauCell(pair) : turnedCell(pair);
  };
  const rows = names.map((name, i) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, name),
      names.map((_, j) => cell(i, j)),
    ),
  );
  return table(["scenario", ...names], rows, "plain heat");
}

function tauCell({ tau }: Pair): Element {
  if (tau === null) return h("td", {});
  return h(
    "td",
    { class: `heat-${stepOf((1 - tau.value) / 2)}` },
    formatTau(tau),
    " ",
    h("small", {}, formatTauInterval(tau)),
  );
}

function turnedCell({ turned, agree, unproven }: Pair): Element {
  const title = `${turned} turned round, ${agree} the same, ${unproven} not proven in one of the two`;
  return h("td", { title, class: turned > 0 ? "turned" : null }, `${turned} of ${turned + agree}`);
}

function places(
  data: PageData,
  { targets }: Order,
  names: readonly string[],
  shown: (cell: Cell) => boolean,
): Element {
  const ranked = names.map((name) => {
    const cells = rankedOf(data, name);
    return { of: cells.length, cells: new Map(cells.map((cell) => [cell.target, cell])) };
  });
  const rows = targets.map(({ target, turned }) => {
    const own = ranked.map(({ cells }) => cells.get(target));
    const cell = own.find((one) => one !== undefined);
    if (!cell || !shown(cell)) return null;
    const drawn = own.map((one, i) => placeCell(one, ranked[i]?.of ?? 1));
    return namedRow(targetName(target, cell.framework, cell.runtime), [turned], ...drawn);
  });
  return table(["target", ...names, "turned"], rows, "plain heat");
}

function placeCell(cell: Cell | undefined, of: number): Element {
  if (!cell?.rank) return h("td", {});
  const [from, to] = cell.rank;
  const middle = of > 1 ? ((from + to) / 2 - 1) / (of - 1) : 0;
  return h("td", { class: `heat-${stepOf(middle)}` }, formatRank(cell.rank));
}

/** From 0, in front or alike, to 1: one of seven colours of the style sheet. */
function stepOf(share: number): number {
  return Math.round(6 * Math.min(1, Math.max(0, share)));
}
