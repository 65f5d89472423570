import { groupBy } from "@deadheat/judge/group-by";
import { formatCpu, formatRatio } from "../format.ts";
import { cellsOf, runtimes, type Cell, type PageData, type Runtime } from "./data/page-data.ts";
import { relativeToFloor } from "./data/ratios.ts";
import { h, type Element } from "./parts/element.ts";
import { runtimeName, targetName } from "./parts/marks.ts";
import { heat } from "./parts/scale.ts";
import { namedRow, scrolled, table } from "./parts/table.ts";

/** Returns, for each runtime, what is left of the frameworks' cost as the handler's own work grows. */
export function storesView(data: PageData, shown: (cell: Cell) => boolean): Element[] {
  return runtimes.flatMap((runtime) => tableFor(runtime, data, shown) ?? []);
}

function tableFor(
  runtime: Runtime,
  data: PageData,
  shown: (cell: Cell) => boolean,
): Element | null {
  // By the floor's own work, the lightest scenario first.
  const scenarios = data.scenarios
    .flatMap(({ name, store }) => {
      const floor = cellsOf(data, name).find((cell) => cell.target === data.floors[runtime]);
      const speed = floor?.requestsPerCpuSecond;
      return speed ? [{ name, store, work: 1 / speed }] : [];
    })
    .toSorted((a, b) => a.work - b.work);
  const cells = data.cells.filter(
    (cell) => cell.runtime === runtime && cell.log !== null && cell.log.n > 0 && shown(cell),
  );
  const targets = [...groupBy(cells, (cell) => cell.target).values()].filter(
    (own) => own.length > 1,
  );
  if (targets.length === 0 || !scenarios.some(({ store }) => store !== null)) return null;
  const least = Math.min(...cells.map((cell) => relativeToFloor(cell)?.ratio ?? 1));
  const rows = targets.map((own) => {
    const texts = scenarios.map(({ name }) => {
      const cell = own.find(({ scenario }) => scenario === name);
      const ratio = cell && relativeToFloor(cell)?.ratio;
      if (!ratio) return h("td");
      return h("td", { class: heat((1 - ratio) / (1 - least)) }, formatRatio(ratio));
    });
    return namedRow(own[0] && targetName(own[0]), [], ...texts);
  });
  const title = `The cost of a framework on ${runtimeName[runtime]} as the work grows`;
  const head = scenarios.map(({ name, work }) => `${name} (${formatCpu(work)})`);
  return h(
    "section",
    {},
    h("h2", {}, title),
    h(
      "p",
      { class: "hint" },
      `Efficiency relative to ${data.floors[runtime]}. From left to right the handler itself does more (beside its name: the ` +
        "floor's CPU time for one answer). The stronger the colour, the closer to the floor: in a column of one colour, the " +
        "choice of framework no longer matters.",
    ),
    scrolled(title, table(["target", ...head], rows, "plain heat")),
  );
}
