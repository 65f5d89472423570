import { formatRank } from "@deadheat/judge/known";
import { orderTitle, pairsByName, scenariosOf } from "../content/order.ts";
import { formatTau, formatTauInterval } from "../format.ts";
import { rankedOf, type Cell, type PageData } from "./data/page-data.ts";
import { h, type Child, type Element } from "./parts/element.ts";
import { targetName } from "./parts/marks.ts";
import { heat } from "./parts/scale.ts";
import { namedRow, scrolled, table } from "./parts/table.ts";

type Order = NonNullable<PageData["order"]>;
type Pair = Order["scenarios"][number];

/** Returns how far the orders of scenarios agree, and the place of each target that is `shown` in each scenario. */
export function orderSection(
  data: PageData,
  shown: (cell: Cell) => boolean = () => true,
): Element | null {
  const { order } = data;
  if (order === undefined) return null;
  const compared = scenariosOf(order);
  const names = data.scenarios.map(({ name }) => name).filter((name) => compared.includes(name));
  return h(
    "section",
    { class: "order", "aria-labelledby": "h-order" },
    h("h2", { id: "h-order" }, orderTitle),
    h("p", { class: "hint" }, orderWords(order)),
    h(
      "p",
      { class: "hint" },
      "Above the diagonal: Kendall's tau of all pairs as measured (1: the same order, -1: the reverse). Its interval lets every " +
        "pair fall either way unless a plain test finds its order in both scenarios. Below the diagonal: the pairs that are " +
        "proven to be reversed, of those whose order is proven in both.",
    ),
    scrolled("How far scenarios agree", matrix(order, names)),
    h("h3", {}, "Places"),
    h(
      "p",
      { class: "hint" },
      "The place of each target in each scenario; the stronger the colour, the further in front. Turned: the number of targets that " +
        "it is proven to be faster than in one scenario, and slower than in another.",
    ),
    scrolled("Places by scenario", places(data, order, names, shown)),
  );
}

/** Returns a sentence about the two scenarios whose orders differ most. */
export function orderWords({ scenarios, targets }: Order): string {
  const [most] = scenarios.toSorted((a, b) => b.turned - a.turned);
  if (!most || most.turned === 0) {
    return "No two targets are proven to change their order between scenarios.";
  }
  const { a, b, turned, agree } = most;
  const [first] = targets;
  const pair = `Most pairs change their order between ${a} and ${b}: ${turned} of the ${turned + agree} that are proven in both.`;
  return first && first.turned > 0
    ? `${pair} The place of ${first.target} depends most on the scenario: its order with ${first.turned} others changes.`
    : pair;
}

function matrix(order: Order, names: readonly string[]): Element {
  const pairOf = pairsByName(order);
  const cell = (i: number, j: number): Child => {
    if (i === j) return h("td", { class: "self" });
    const pair = pairOf(names[Math.min(i, j)] ?? "", names[Math.max(i, j)] ?? "");
    if (!pair) return h("td", {});
    return i < j ? tauCell(pair) : turnedCell(pair);
  };
  const rows = names.map((name, i) => {
    const cells = names.map((_, j) => cell(i, j));
    return h("tr", {}, h("th", { scope: "row" }, name), cells);
  });
  return table(["scenario", ...names], rows, "plain heat");
}

function tauCell({ tau }: Pair): Element {
  if (tau === null) return h("td", {});
  const interval = h("small", {}, formatTauInterval(tau));
  return h("td", { class: heat((1 - tau.value) / 2) }, formatTau(tau), " ", interval);
}

function turnedCell({ turned, agree, unproven }: Pair): Element {
  const title = `${turned} reversed, ${agree} the same, ${unproven} not proven in one of the two`;
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
    return namedRow(targetName(cell), [turned], ...drawn);
  });
  return table(["target", ...names, "turned"], rows, "plain heat");
}

function placeCell(cell: Cell | undefined, of: number): Element {
  if (!cell?.rank) return h("td", {});
  const [from, to] = cell.rank;
  const middle = of > 1 ? ((from + to) / 2 - 1) / (of - 1) : 0;
  return h("td", { class: heat(middle) }, formatRank(cell.rank));
}
