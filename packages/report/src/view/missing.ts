import type { Cell, Result } from "@deadheat/judge";
import { groupBy } from "@deadheat/judge/group-by";
import { type Element, h, h2, rowHead, td, tr } from "./parts/element.ts";
import { targetName } from "./parts/marks.ts";
import { scrolled, table } from "./parts/table.ts";
import { listed } from "./words.ts";

/** Returns the cells that were not measured, or only in part, with the reasons. */
export function missingSection({ cells, differences }: Result): Element | null {
  const missing = cells.filter(({ rank, status }) => rank === null || status === "limited");
  if (missing.length === 0) return null;
  // One row for each reason, with all its scenarios.
  const alike = groupBy(missing, (c) => JSON.stringify([c.target, c.status, c.reason]));
  const lines = [...alike.values()].map((own) => missingLine(own, differences.length));
  return h(
    "section",
    { class: "missing", id: "missing" },
    h2("Not measured, or not in full"),
    scrolled("Not measured", table(["target", "scenario", "status", "reason"], lines)),
  );
}

/** @param scenarios the number of scenarios of the run */
function missingLine(cells: readonly Cell[], scenarios: number): Element {
  const [cell] = cells as [Cell];
  const all = cells.length === scenarios && cells.length > 1;
  const cold = cell.warnings.find(({ code }) => code === "cold");
  const status = cold && cell.status === "ok" ? "cold" : cell.status;
  const version = h("span", { class: "version" }, cell.version);
  return tr(
    rowHead(targetName(cell), " ", version),
    td(all ? `all ${cells.length}` : listed(cells.map(({ scenario }) => scenario))),
    td(h("span", { class: status === "failed" ? "status bad" : "status" }, status)),
    h("td", { class: "reason" }, cell.reason ?? cold?.message ?? ""),
  );
}
