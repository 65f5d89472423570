import { formatPercent } from "../format.ts";
import type { Cell, PageData, Warning } from "./data.ts";
import { h, type Element } from "./element.ts";
import { icon, runtimeName, targetName } from "./marks.ts";
import { runtimes } from "./data.ts";
import {
  bridgeWords,
  headline,
  headlineDetail,
  listed,
  noiseWords,
  tieWords,
  winners,
} from "./words.ts";

export function pageHeader(words: string): Element {
  return h(
    "header",
    {},
    h("p", { class: "brand" }, "dead", h("b", {}, "heat")),
    h("p", { class: "run" }, words),
  );
}

/** What a reader has to know in ten seconds: who is first, what is a tie, how noisy it was. */
export function summarySection(data: PageData, scenarioName: string): Element {
  const scenario = data.scenarios.find(({ name }) => name === scenarioName);
  const ties = tieWords(scenario ?? { name: "", store: null, pairs: 0, significant: 0 });
  const noise = noiseWords(data, scenarioName);
  const first = winners(data, scenarioName);
  return h(
    "section",
    { class: "summary", "aria-label": "Summary" },
    h(
      "div",
      { class: "lead" },
      h(
        "h1",
        {},
        first.length > 0 && first.length <= 6
          ? [
              first.length === 1
                ? null
                : h("span", { class: "kicker" }, "Dead heat for first place"),
              first.map((cell) =>
                h(
                  "span",
                  { class: "winner" },
                  targetName(cell.target, cell.framework, cell.runtime),
                ),
              ),
              first.length === 1 ? h("span", { class: "kicker" }, "is the fastest") : null,
            ]
          : first.length > 6
            ? `Dead heat of ${first.length} for first place`
            : headline(data, scenarioName),
      ),
      h("p", {}, headlineDetail(data, scenarioName)),
    ),
    tile("Ties", ties.figure, ties.detail, false),
    tile("Noise floor", noise.figure, noise.detail, data.noise.aa === null || wrong(data)),
    [...Map.groupBy(data.warnings, ({ code }) => code).values()].map(alert),
  );
}

/** Warnings of one kind: the first in full, the others on request. */
function alert([first, ...others]: readonly Warning[]): Element {
  return h(
    "div",
    { class: "alert" },
    h("p", {}, h("b", {}, "Careful: "), first?.message ?? "", "."),
    others.length === 0
      ? null
      : h(
          "details",
          { id: `more-${first?.code}` },
          h("summary", { id: `more-${first?.code}-summary` }, `${others.length} more of this kind`),
          others.map(({ message }) => h("p", {}, message, ".")),
        ),
  );
}

function wrong({ noise: { aa } }: PageData): boolean {
  return aa !== null && (aa.lo > 1 || aa.hi < 1);
}

function tile(label: string, figure: string, detail: string, alarming: boolean): Element {
  return h(
    "div",
    { class: alarming ? "tile alarming" : "tile" },
    h("h2", {}, label),
    h("p", { class: "figure" }, figure),
    h("p", {}, detail),
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
      h("b", {}, "Dots on one band"),
      " are a dead heat: no significant difference was found among them. A rank with = is shared: it is 1 + " +
        "the number of targets that are significantly faster. Point at a row to see its dead heats, choose its name to see its races.",
    ),
    bridges === "" ? null : h("p", {}, h("b", {}, "Across runtimes: "), bridges),
  );
}

/** What was not measured, and why. */
export function missingSection(data: PageData): Element | null {
  const missing = data.cells.filter((cell) => cell.rank === null || cell.status === "limited");
  if (missing.length === 0) return null;
  // One line for each reason, not for each scenario.
  const alike = Map.groupBy(missing, (c) => JSON.stringify([c.target, c.status, c.reason]));
  return h(
    "section",
    { class: "missing", "aria-labelledby": "h-missing" },
    h("h2", { id: "h-missing" }, "Not measured, or not in full"),
    h(
      "div",
      { class: "scroll" },
      h(
        "table",
        { class: "plain" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["target", "scenario", "status", "reason"].map((t) => h("th", { scope: "col" }, t)),
          ),
        ),
        h(
          "tbody",
          {},
          [...alike.values()].map((cells) => missingLine(cells, data)),
        ),
      ),
    ),
  );
}

function missingLine(cells: readonly Cell[], data: PageData): Element | null {
  const [cell] = cells;
  if (!cell) return null;
  const all = cells.length === data.scenarios.length && cells.length > 1;
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
    h(
      "td",
      {},
      h("span", { class: `status ${cell.status === "failed" ? "bad" : ""}` }, cell.status),
    ),
    h("td", { class: "reason" }, cell.reason ?? ""),
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
        "The sample is the race: no race is left out for its value, and there is no best-of.",
    ),
    h("p", {}, data.conditions),
    data.services.map((service) => h("p", {}, service)),
    h(
      "p",
      {},
      `Other processes took ${share(noise.foreign)} of the servers' CPU, the hypervisor ${share(noise.steal)} (medians). ` +
        `Run ${run.id}, profile ${run.profile}, seed ${run.seed}${run.commit === null ? "" : `, commit ${run.commit}`}.`,
    ),
  );
}
