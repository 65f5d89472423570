import { groupBy } from "@deadheat/judge/group-by";
import { formatPercent } from "../format.ts";
import { marginWords } from "@deadheat/judge/known";
import { runtimes, type Cell, type PageData } from "./data/page-data.ts";
import { h, type Element } from "./parts/element.ts";
import { icon, runtimeName, targetName } from "./parts/marks.ts";
import { table } from "./parts/table.ts";
import { bridgeWords, listed } from "./words.ts";

export function pageHeader(words: string): Element {
  return h(
    "header",
    {},
    h("p", { class: "brand" }, "dead", h("b", {}, "heat")),
    h("p", { class: "run" }, words),
  );
}

/** What the marks of the ranking mean. */
export function rankingLegend(data: PageData, scenario: string, base: string): Element {
  const bridges = bridgeWords(data, scenario);
  return h(
    "div",
    { class: "legend" },
    h(
      "p",
      {},
      h("b", {}, "Bars"),
      ` are good responses per second of the server's own CPU, relative to ${base}; longer is better. `,
      h("b", {}, "Lines"),
      " on them are 95 % intervals: the thick part is how sure the target's races with its own floor are, " +
        "the thin part what crossing to another runtime adds. ",
      h("b", {}, "A rank"),
      " goes from 1 + those that are certainly faster to all but those that are certainly slower: 2-5 may be any place " +
        "from the second to the fifth, and rows are sorted by the last. Beside it these places are drawn, or bands with dots, " +
        `which join dead heats: proven to be equal within ${marginWords(data.margin)}. `,
      "Point at a row: what is in a dead heat with it is marked, what is proven to be faster or slower fades, the others are " +
        "undecided. Choose its name to see its races.",
    ),
    bridges === "" ? null : h("p", {}, h("b", {}, "Across runtimes: "), bridges),
  );
}

/** What was not measured, and why. */
export function missingSection(data: PageData): Element | null {
  const missing = data.cells.filter((cell) => cell.rank === null || cell.status === "limited");
  if (missing.length === 0) return null;
  // One line for each reason, not for each scenario.
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
  return h(
    "tr",
    {},
    h(
      "th",
      { scope: "row" },
      targetName(cell.target, cell.framework, cell.runtime),
      " ",
      h("span", { class: "version" }, cell.version),
    ),
    h("td", {}, all ? `all ${cells.length}` : listed(cells.map(({ scenario }) => scenario))),
    h("td", {}, h("span", { class: status === "failed" ? "status bad" : "status" }, status)),
    h("td", { class: "reason" }, cell.reason ?? cold?.message ?? ""),
  );
}

/** The runtimes' shapes, for those who see no colour and those who see no page logic. */
export function runtimeKey(): Element {
  return h(
    "p",
    { class: "key" },
    runtimes.map((runtime) => h("span", {}, icon(runtime), runtimeName[runtime])),
  );
}

export function conditionsSection(data: PageData): Element {
  const { run, noise } = data;
  const share = (value: number | null) => (value === null ? "unknown" : formatPercent(value));
  return h(
    "footer",
    {},
    h("h2", {}, "How it was measured"),
    h(
      "p",
      {},
      "Two servers at a time race each other: fresh processes on the same CPU, loaded at the same moment, so that " +
        "whatever slows the machine slows both. A figure is the ratio of their good responses per second of their own " +
        "CPU time; one bad response voids a race. Every target races the thinnest server of its runtime, its floor. " +
        "The sample is the race, also called a block: no race is left out for its value, and there is no best-of.",
    ),
    h("p", {}, data.conditions),
    data.instances.map((sentence) => h("p", {}, sentence)),
    data.services.map((service) => h("p", {}, service)),
    h(
      "p",
      {},
      `Other processes took ${share(noise.foreign)} of the servers' CPU, the hypervisor ${share(noise.steal)} (medians). ` +
        `Run ${run.id}, profile ${run.profile}, seed ${run.seed}${run.commit === null ? "" : `, commit ${run.commit}`}.`,
    ),
  );
}
