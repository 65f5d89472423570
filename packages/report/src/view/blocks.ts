import { left, right, type Filled } from "../content/section.ts";
import { formatRatio } from "../format.ts";
import type { Block, Cell } from "./data/page-data.ts";
import type { Element } from "./parts/element.ts";
import { plotTable, type Mark } from "./parts/plot.ts";

interface Race {
  readonly block: Block;
  readonly name: string;
  /** The CPU seconds of each server for one answer; null for a void race. */
  readonly each: { readonly new: number; readonly base: number } | null;
}

/** Returns the blocks of a cell as a table, with the CPU time of both servers for one answer. */
export function blocksTable(cell: Cell, startedAt: string): Element {
  const rows = cell.blocks.map((block, i): Race => {
    const { sides, stage } = block;
    const of = ({ good, cpuSeconds }: NonNullable<typeof sides>["new"]) => cpuSeconds / good;
    const each = sides && { new: of(sides.new), base: of(sides.base) };
    return { block, name: `${i + 1}${stage === 2 ? " (further)" : ""}`, each };
  });
  const { runtime } = cell;
  const mark = (at: number, quiet: boolean): Mark => ({ runtime, at, lo: at, hi: at, quiet });
  const start = Date.parse(startedAt);
  return plotTable({
    label: "Races",
    rows,
    name: ["race", ({ name }) => name],
    drawn: [
      {
        name: "CPU time of one answer",
        of: ({ each }) => (each ? [mark(each.base, true), mark(each.new, false)] : []),
        format: (at) => `${Math.round(1e6 * at)} µs`,
      },
      // Two kinds of processes are two columns of dots here.
      {
        name: "ratio of the race",
        of: ({ each }) => (each ? [mark(each.base / each.new, false)] : []),
        format: formatRatio,
      },
    ],
    columns: [
      [right("at"), ({ block }) => `${minutesAfter(start, block.startedAt)} min`],
      ...sideColumns("new", ""),
      ...sideColumns("base", "beside: "),
      [right("ratio"), ({ each }) => (each ? formatRatio(each.base / each.new) : "")],
      [right("generator"), ({ block }) => share(block.generatorBusy)],
      [left("others"), ({ block }) => share(block.foreign)],
    ],
    kind: "blocks",
  });
}

function sideColumns(which: "new" | "base", before: string): Filled<Race>[] {
  return [
    [
      right(`${before}answers`),
      ({ block }) => block.sides?.[which].good.toLocaleString("en-US") ?? "",
    ],
    [
      right(`${before}CPU`),
      ({ block: { sides } }) => (sides ? `${sides[which].cpuSeconds.toFixed(3)} s` : ""),
    ],
    [right(`${before}each`), ({ each }) => (each ? micros(each[which]) : "")],
  ];
}

function micros(seconds: number): string {
  return `${(1e6 * seconds).toFixed(2)} µs`;
}

function minutesAfter(start: number, time: string): number {
  return Math.floor(Math.round((Date.parse(time) - start) / 1000) / 60);
}

function share(value: number | null): string {
  return value === null ? "" : `${Math.round(100 * value)} %`;
}
