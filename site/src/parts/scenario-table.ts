import { plotTable, ratios, type Child, type Mark } from "@deadheat/report/site-parts";
import type { Column } from "@deadheat/report";
import { cellOf, type SiteCell, type Site, type Standing } from "../read/site.ts";
import { scenarioLink } from "./scenario.ts";

/** A target in one scenario, where it has a rank. */
export interface Row {
  readonly standing: Standing;
  readonly found: SiteCell;
}

/** Returns the scenarios in which a target has a rank. */
export function rowsOf({ standings }: Pick<Site, "standings">, target: string): Row[] {
  return standings.flatMap((standing) => {
    const found = cellOf(standing, target);
    return found?.cell.rank ? [{ standing, found }] : [];
  });
}

/** Returns the mark of a ratio; none if it was not measured. */
export function markTo({ cell }: SiteCell, to: "toFloor" | "toNodeHttp"): Mark[] {
  const ratio = cell.efficiency?.[to];
  return ratio ? [{ runtime: cell.runtime, at: ratio.ratio, lo: ratio.lo, hi: ratio.hi }] : [];
}

interface ScenarioTable {
  readonly label: string;
  readonly rows: readonly Row[];
  /** The name of the other server, and what the ratios are to. */
  readonly against: string;
  readonly to: "toFloor" | "toNodeHttp";
  readonly columns: readonly (readonly [Column, (row: Row) => Child])[];
  /** Returns the first column; by default the name of the scenario. */
  readonly name?: (row: Row, scenario: Child) => Child;
}

/** Returns a table with a row for each scenario, and the ratio to another server as a drawing. */
export function scenarioTable({ label, rows, against, to, columns, name }: ScenarioTable): Child {
  return plotTable<Row>({
    label,
    rows,
    name: [
      "scenario",
      (row) => {
        const scenario = scenarioLink(row.standing.scenario);
        return name ? name(row, scenario) : scenario;
      },
    ],
    drawn: [ratios(`requests per CPU second, to ${against}`, ({ found }) => markTo(found, to))],
    columns,
  });
}
