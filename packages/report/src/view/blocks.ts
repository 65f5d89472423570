import { formatRatio } from "../format.ts";
import type { Block, Cell } from "./data/page-data.ts";
import { h, type Child, type Element } from "./parts/element.ts";
import { targetName } from "./parts/marks.ts";
import { namedRow } from "./parts/table.ts";

/** A cell's races, one by one, with the CPU time of both servers. */
export function blocksTable(cell: Cell, reference: string): Element {
  const of = (name: Child) => h("th", { colspan: 3, scope: "colgroup" }, name);
  const side = ["answers", "CPU", "each"];
  const names = ["race", "at", ...side, ...side, "ratio", "generator", "others"];
  const columns = names.map((text) => h("th", { scope: "col" }, text));
  return h(
    "table",
    { class: "plain blocks" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td", { colspan: 2 }),
        of(targetName(cell.target, cell.framework, cell.runtime)),
        of(reference),
        h("td", { colspan: 3 }),
      ),
      h("tr", {}, columns),
    ),
    h("tbody", {}, cell.blocks.map(blockRow)),
  );
}

function blockRow(block: Block, i: number): Element {
  const side = (good: number, cpu: number) => [
    good.toLocaleString("en-US"),
    `${cpu.toFixed(3)} s`,
    `${((1e6 * cpu) / good).toFixed(2)} µs`,
  ];
  return namedRow(block.further ? `${i + 1} (further)` : i + 1, [
    `${Math.floor(block.at / 60)} min`,
    ...side(block.good, block.cpu),
    ...side(block.referenceGood, block.referenceCpu),
    formatRatio(block.good / block.cpu / (block.referenceGood / block.referenceCpu)),
    share(block.generatorBusy),
    share(block.foreign),
  ]);
}

function share(value: number | null): string {
  return value === null ? "" : `${Math.round(100 * value)} %`;
}
