import { formatRank } from "@deadheat/judge/known";
import { orderSections, scenariosOf } from "../content/order.ts";
import type { Cell, Result } from "@deadheat/judge";
import { h, hint, type Element } from "./parts/element.ts";
import { targetName } from "./parts/marks.ts";
import { heat } from "./parts/scale.ts";
import { namedRow, scrolled, sectionView, table } from "./parts/table.ts";

/** Returns how far the orders of scenarios agree, and the place of each target in each scenario. */
export function orderView(result: Result): Element | null {
  const { order } = result;
  if (order === undefined || order === "versions") return null;
  const [agreement] = orderSections(result, true);
  const compared = scenariosOf(order);
  const ranked = compared.map((name) => ({
    name,
    cells: result.cells.filter(({ scenario, rank }) => scenario === name && rank !== null),
  }));
  const rows = order.targets.map(({ target, turned }) => {
    const own = ranked.map(({ cells }) => cells.find((cell) => cell.target === target));
    const cell = own.find((one) => one !== undefined);
    if (!cell) return null;
    const places = own.map((one, i) => placeCell(one, ranked[i]?.cells.length ?? 1));
    return namedRow(targetName(cell), [turned], ...places);
  });
  const head = ["target", ...ranked.map(({ name }) => name), "turned"];
  return h(
    "section",
    { id: "order" },
    agreement && sectionView(agreement),
    h("h3", {}, "Places"),
    hint(
      "The place of each target in each scenario; the stronger the colour, the further in front. Turned: the number of targets that " +
        "it is proven to be faster than in one scenario, and slower than in another.",
    ),
    scrolled("Places by scenario", table(head, rows, "plain heat")),
  );
}

function placeCell(cell: Cell | undefined, of: number): Element {
  if (!cell?.rank) return h("td", {});
  const [from, to] = cell.rank;
  const middle = of > 1 ? ((from + to) / 2 - 1) / (of - 1) : 0;
  return h("td", { class: heat(middle) }, formatRank(cell.rank));
}
