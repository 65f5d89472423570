import { formatRatio } from "../format.ts";
import type { Block, Cell } from "./data/page-data.ts";
import { h, type Child, type Element } from "./parts/element.ts";
import { targetName } from "./parts/marks.ts";
import { namedRow } from "./parts/table.ts";

/** Returns the blocks of a cell as a table, with the CPU time of both servers. */
export function blocksTable(cell: Cell, reference: string, startedAt: string): Element {
  const of = (name: Child) => h("th", { colspan: 3, scope: "colgroup" }, name);
  const side = ["answers", "CPU", "each"];
  const names = ["race", "at", ...side, ...side, "ratio", "generator", "others"];
  const columns = names.map((text) => h("th", { scope: "col" }, text));
  const groups = [h("td", { colspan: 2 }), of(targetName(cell)), of(reference)];
  const rows = cell.blocks.map((block, i) => blockRow(block, i, Date.parse(startedAt)));
  return h(
    "table",
    { class: "plain blocks" },
    h("thead", {}, h("tr", {}, groups, h("td", { colspan: 3 })), h("tr", {}, columns)),
    h("tbody", {}, rows),
  );
}

/** Returns the CPU time of both servers for one answer, in microseconds, and the ratio of their efficiencies. */
export function microsOf({ sides }: Block) {
  const micros = ({ good, cpuSeconds }: NonNullable<typeof sides>["new"]) =>
    (1e6 * cpuSeconds) / good;
  const [next, base] = sides ? [micros(sides.new), micros(sides.base)] : [NaN, NaN];
  return { new: next, base, ratio: base / next };
}

function blockRow(block: Block, i: number, start: number): Element {
  const micros = microsOf(block);
  const side = (which: "new" | "base") => [
    block.sides?.[which].good.toLocaleString("en-US"),
    `${block.sides?.[which].cpuSeconds.toFixed(3)} s`,
    `${micros[which].toFixed(2)} µs`,
  ];
  return namedRow(block.stage === 2 ? `${i + 1} (further)` : i + 1, [
    `${Math.floor(Math.round((Date.parse(block.startedAt) - start) / 1000) / 60)} min`,
    ...side("new"),
    ...side("base"),
    formatRatio(micros.ratio),
    share(block.generatorBusy),
    share(block.foreign),
  ]);
}

function share(value: number | null): string {
  return value === null ? "" : `${Math.round(100 * value)} %`;
}
