import { runtimesIn } from "@deadheat/journal";
import { right } from "@deadheat/report";
import { html, plotTable, runtimeName, type Child } from "@deadheat/report/site-parts";
import { rankedOf, type SiteCell, type Standing } from "../read/site.ts";
import { frameworkLink } from "./prose.ts";

export interface FrameworkRow {
  readonly framework: string;
  readonly cells: readonly SiteCell[];
}

/** Returns the frameworks of a scenario, in the order of its ranking. */
export function frameworkRows(standing: Standing): FrameworkRow[] {
  const byFramework = Map.groupBy(rankedOf(standing), ({ cell }) => cell.framework);
  return [...byFramework].map(([framework, cells]) => ({ framework, cells }));
}

/** Returns a table with a row for each framework, a drawing, and a column for each runtime. */
export function frameworksTable(
  label: string,
  rows: readonly FrameworkRow[],
  drawing: Parameters<typeof plotTable<FrameworkRow>>[0]["drawn"][number],
  text: (found: SiteCell) => Child,
): Child {
  return plotTable<FrameworkRow>({
    label,
    rows,
    kind: "frameworks",
    name: ["framework", ({ framework }) => html`<b class="name">${frameworkLink(framework)}</b>`],
    drawn: [drawing],
    columns: runtimesIn(rows.flatMap(({ cells }) => cells.map(({ cell }) => cell.runtime))).map(
      (runtime) => [
        right(runtimeName[runtime]),
        ({ cells }) => {
          const found = cells.find(({ cell }) => cell.runtime === runtime);
          return found && text(found);
        },
      ],
    ),
  });
}
