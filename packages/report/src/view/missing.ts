import type { Cell, Result } from "@deadheat/judge";
import { html, type Child } from "./parts/element.ts";
import { targetName } from "./parts/marks.ts";
import { scrolled, table } from "./parts/table.ts";
import { listed } from "./words.ts";

/** Returns the cells that were not measured, or only in part, with the reasons; null if there are none. */
export function missingSection({ cells, differences }: Result): Child {
  const missing = cells.filter(({ rank, status }) => rank === null || status === "limited");
  if (missing.length === 0) return null;
  // One row for each reason, with all its scenarios.
  const byReason = Map.groupBy(missing, (c) => JSON.stringify([c.target, c.status, c.reason]));
  const lines = [...byReason.values()].map((own) => missingLine(own, differences.length));
  return html`<section class="missing" id="missing">
    <h2>Not measured, or not in full</h2>
    ${scrolled("Not measured", table(["target", "scenario", "status", "reason"], lines))}
  </section>`;
}

/** @param scenarios the number of scenarios of the run */
function missingLine(cells: readonly Cell[], scenarios: number): Child {
  const [cell] = cells as [Cell];
  const all = cells.length === scenarios && cells.length > 1;
  const cold = cell.warnings.find(({ code }) => code === "cold");
  const status = cold && cell.status === "ok" ? "cold" : cell.status;
  return html`<tr>
    <th scope="row">${targetName(cell)} <span class="version">${cell.version}</span></th>
    <td>${all ? `all ${cells.length}` : listed(cells.map(({ scenario }) => scenario))}</td>
    <td class="status ${status}">${status}</td>
    <td class="reason">${cell.reason ?? cold?.message ?? ""}</td>
  </tr>`;
}
