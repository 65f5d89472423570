import type { PageData } from "../../html/page-data.ts";

export type { PageData };
export type Scenario = PageData["scenarios"][number];
export type Cell = PageData["cells"][number];
export type Block = Cell["blocks"][number];
export type SweepStep = Cell["sweep"][number];
export type Log = NonNullable<Cell["log"]>;

export const runtimes = ["node", "bun", "deno"] as const;
export type Runtime = (typeof runtimes)[number];

export interface Interval {
  readonly ratio: number;
  readonly lo: number;
  readonly hi: number;
}

/** Returns the cells of a scenario. */
export function cellsOf(data: PageData, scenario: string): Cell[] {
  return data.cells.filter((cell) => cell.scenario === scenario);
}

/** Returns the ranked cells of a scenario, in the result's order. */
export function rankedOf(data: PageData, scenario: string): Cell[] {
  return cellsOf(data, scenario).filter((cell) => cell.rank !== null);
}

export function hasWarning({ warnings }: Pick<Cell, "warnings">, code: string): boolean {
  return warnings.some((warning) => warning.code === code);
}
