import { groupBy } from "@deadheat/judge/group-by";
import { marginWords } from "@deadheat/judge/known";
import type { Cell, PageData } from "./data/page-data.ts";
import { h, type Element } from "./parts/element.ts";
import { targetName } from "./parts/marks.ts";
import { table } from "./parts/table.ts";
import { bridgeNoise, listed } from "./words.ts";

/** Explains the marks of the ranking. */
export function rankingLegend(data: PageData, scenario: string, base: string): Element {
  const noise = bridgeNoise(data, scenario);
  return h(
    "div",
    { class: "legend" },
    h(
      "p",
      {},
      h("b", {}, "Bars"),
      ` are good responses per second of the server's own CPU, relative to ${base}; longer is better. `,
      h("b", {}, "Lines"),
      " on them are 95 % intervals. The thick part is the uncertainty of the target's races with its own floor. " +
        "The comparison with another runtime adds the thin part. ",
      h("b", {}, "A rank"),
      " begins at 1 + the number of targets that are certainly faster, and ends at the number of those that are not certainly slower. " +
        "2-5 may be any place from the second to the fifth. Rows are sorted by the last possible place. Beside the rank " +
        "these places are drawn. Targets that share a letter are a dead heat: proven to be equal within " +
        `${marginWords(data.margin)}. `,
      "Point at a row: its dead heats are marked, and targets that are proven to be faster or slower fade. The others are " +
        "undecided. Choose a name to see the target's races.",
    ),
    noise === ""
      ? null
      : h(
          "p",
          {},
          h("b", {}, "Across runtimes: "),
          "Every target raced the thinnest server of its own runtime, and those servers raced each other. A " +
            `comparison across runtimes includes the uncertainty of those races.${noise}`,
        ),
  );
}

/** Returns the cells that were not measured, or only in part, with the reasons. */
export function missingSection(data: PageData): Element | null {
  const missing = data.cells.filter((cell) => cell.rank === null || cell.status === "limited");
  if (missing.length === 0) return null;
  // One row for each reason, with all its scenarios.
  const alike = groupBy(missing, (c) => JSON.stringify([c.target, c.status, c.reason]));
  const lines = [...alike.values()].map((cells) => missingLine(cells, data));
  return h(
    "section",
    { class: "missing", "aria-labelledby": "h-missing" },
    h("h2", { id: "h-missing" }, "Not measured, or not in full"),
    h("div", { class: "scroll" }, table(["target", "scenario", "status", "reason"], lines)),
  );
}

function missingLine(cells: readonly Cell[], data: PageData): Element | null {
  const [cell] = cells;
  if (!cell) return null;
  const all = cells.length === data.scenarios.length && cells.length > 1;
  const cold = cell.warnings.find(({ code }) => code === "cold");
  const status = cold && cell.status === "ok" ? "cold" : cell.status;
  const version = h("span", { class: "version" }, cell.version);
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, targetName(cell), " ", version),
    h("td", {}, all ? `all ${cells.length}` : listed(cells.map(({ scenario }) => scenario))),
    h("td", {}, h("span", { class: status === "failed" ? "status bad" : "status" }, status)),
    h("td", { class: "reason" }, cell.reason ?? cold?.message ?? ""),
  );
}
