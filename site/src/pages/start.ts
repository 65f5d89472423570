import { floors, runtimes, type Runtime } from "@deadheat/journal";
import { formatRatio, formatCpu } from "@deadheat/report/format";
import { left, right } from "@deadheat/report";
import { h, plotTable, runtimeName, type Child } from "@deadheat/report/site-parts";
import {
  between,
  cpuOf,
  fact,
  overOf,
  overWords,
  ratioOf,
  ratioWords,
  signed,
} from "../parts/fact.ts";
import { link, type Page } from "../parts/page.ts";
import { floorName, frameworkLink, listed, proof, runtimeLink } from "../parts/prose.ts";
import { scenarioLink } from "../parts/scenario.ts";
import { cellOf, rankedOf, type Found, type Site, type Standing } from "../read/site.ts";
import { changesSection } from "./changes.ts";

/** Returns the start page: four answers, each with its interval and a link to what proves it. */
export function startPage(site: Site): Page {
  const [first] = site.standings;
  const body = [
    h("h1", {}, "What a JavaScript web framework costs, and how sure that is"),
    first ? answers(site, first) : h("p", {}, "No result has been published yet."),
    leftOutWords(site),
  ];
  return {
    path: "/",
    title: "deadheat: what a JavaScript web framework costs",
    description:
      "Microseconds of CPU time that web frameworks cost on Node, Bun and Deno, with intervals, ranks and proven ties.",
    body,
  };
}

function answers(site: Site, first: Standing): Child {
  return [
    h("ul", { class: "answers" }, [
      ...runtimes.flatMap((runtime) => costSentence(first, runtime)),
      ...runtimeSentences(first),
      ...storeSentences(site),
    ]),
    costTable(site, first),
    changesSection(site),
  ];
}

/** Says which framework of a runtime costs the least and the most. */
function costSentence(standing: Standing, runtime: Runtime): Child[] {
  const floor = cellOf(standing, floors[runtime]);
  const own = floor && cpuOf(floor);
  const costs = frameworksOn(standing, runtime);
  const [least, most] = [costs[0], costs.at(-1)];
  if (!own || !least || !most || least === most) return [];
  return [
    h(
      "li",
      {},
      h("b", {}, "On ", runtimeName[runtime]),
      " a framework adds ",
      fact(least.over.ratio, signed),
      " (",
      frameworkLink(least.found.cell.framework),
      ") to ",
      fact(most.over.ratio, signed),
      " (",
      frameworkLink(most.found.cell.framework),
      ") of CPU time to each request, which costs ",
      fact(own, formatCpu),
      ` on ${floorName[runtime]} alone. `,
      link(`/ranking/${standing.scenario}/${runtime}/`, "Ranking"),
    ),
  ];
}

/** Returns the frameworks of a runtime, the cheapest first. A server that stands for its runtime's own is none. */
function frameworksOn(standing: Standing, runtime: Runtime) {
  return rankedOf(standing)
    .filter(({ cell }) => cell.runtime === runtime && !isBare(cell.framework))
    .flatMap((found) => {
      const over = overOf(found);
      return over ? [{ found, over }] : [];
    })
    .toSorted((a, b) => a.over.ratio.value - b.over.ratio.value);
}

const bare = ["node-http", "node-net", "fetch", "bun-serve", "uwebsockets"];
/** Returns true for a server without a framework, which is measured as a reference. */
export function isBare(framework: string): boolean {
  return bare.includes(framework);
}

function runtimeSentences(standing: Standing): Child[] {
  const bridges = (["bun", "deno"] as const).flatMap((runtime) => {
    const floor = cellOf(standing, floors[runtime]);
    const ratio = floor && ratioOf(floor, "toNodeHttp");
    return ratio ? [{ runtime, ratio }] : [];
  });
  if (bridges.length === 0) return [];
  const said = bridges.map(({ runtime, ratio }) => [
    `${floorName[runtime]} `,
    ratioWords(ratio),
    " times",
  ]);
  return [
    h(
      "li",
      {},
      h("b", {}, "The runtime"),
      " matters as much: from the same CPU time, ",
      listed(said),
      " the requests of node:http. ",
      link("/runtimes/", "Runtimes"),
    ),
  ];
}

/** Says how far frameworks lie apart with a store and without. */
function storeSentences(site: Site): Child[] {
  const found = site.standings.flatMap((standing) => {
    const { spreads = [] } = standing.from.result;
    const index = spreads.findIndex(
      ({ scenario, runtime }) => scenario === standing.scenario && runtime === "node",
    );
    const spread = spreads[index];
    return spread ? [{ standing, spread, from: `${standing.from.name}#spreads.${index}` }] : [];
  });
  const [without, behind] = [
    found.find(({ standing }) => standing.store === null),
    found.find(({ standing }) => standing.store !== null),
  ];
  if (!without || !behind) return [];
  const words = ({ spread, from }: typeof without) => {
    const figure = (end: "ratio" | "lo" | "hi") => ({
      value: spread[end],
      from: [`${from}.${end}`],
    });
    return [
      fact(figure("ratio"), formatRatio),
      " times ",
      between(figure("lo"), figure("hi"), formatRatio),
    ];
  };
  return [
    h(
      "li",
      {},
      h("b", {}, "Behind a database"),
      " it matters less: on Node the fastest framework answers ",
      words(without),
      " the requests of the slowest in ",
      scenarioLink(without.standing.scenario),
      ", and ",
      words(behind),
      " in ",
      scenarioLink(behind.standing.scenario),
      ".",
    ),
  ];
}

interface Row {
  readonly framework: string;
  readonly cells: readonly Found[];
}

/** Draws what each framework costs over its runtime's floor, on each runtime. */
function costTable(site: Site, standing: Standing): Child {
  const rows = site.frameworks
    .map((framework): Row => ({
      framework,
      cells: rankedOf(standing).filter(({ cell }) => cell.framework === framework),
    }))
    .filter(({ framework, cells }) => !isBare(framework) && cells.some((found) => overOf(found)))
    .toSorted((a, b) => cheapest(a) - cheapest(b));
  const on = (runtime: Runtime) => (row: Row) => {
    const over = overOfRuntime(row, runtime);
    return over && overWords(over);
  };
  return h(
    "section",
    { class: "frameworks costs" },
    h("h2", {}, "CPU time that a framework adds to a request"),
    h(
      "p",
      { class: "hint" },
      "Microseconds over the thinnest server of the same runtime, with the interval that holds the true value in ",
      "95 % of such runs. Measured with ",
      scenarioLink(standing.scenario),
      ", on one CPU that is full. ",
      proof(standing.from, "Machine, date and blocks"),
    ),
    plotTable({
      label: "What frameworks cost on each runtime",
      rows,
      name: ["framework", ({ framework }) => h("b", { class: "name" }, frameworkLink(framework))],
      drawn: [
        {
          name: "",
          format: (value) => `${Math.round(value * 1e6)}`,
          of: (row) =>
            row.cells.flatMap((found) => {
              const over = overOf(found);
              if (!over) return [];
              const [at, lo, hi] = [over.ratio, over.lo, over.hi].map(({ value }) =>
                Math.max(0, value),
              );
              return [{ runtime: found.cell.runtime, at: at!, lo: lo!, hi: hi! }];
            }),
        },
      ],
      columns: [
        [right("Node"), on("node")],
        [right("Bun"), on("bun")],
        [left("Deno"), on("deno")],
      ],
    }),
    h(
      "p",
      { class: "key" },
      runtimes.map((runtime) => h("span", {}, runtimeLink(runtime))),
    ),
  );
}

function overOfRuntime({ cells }: Row, runtime: Runtime) {
  const found = cells.find(({ cell }) => cell.runtime === runtime);
  return found ? overOf(found) : null;
}

function cheapest(row: Row): number {
  return Math.min(...row.cells.flatMap((found) => overOf(found)?.ratio.value ?? []));
}

function leftOutWords({ leftOut }: Site): Child {
  if (leftOut.length === 0) return null;
  return h(
    "p",
    { class: "alert" },
    leftOut.length === 1 ? "A published result is left out: " : "Published results are left out: ",
    link("/sure/#left-out", "which, and why"),
    ".",
  );
}
