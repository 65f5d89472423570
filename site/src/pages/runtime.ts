import { floors, runtimes, type Runtime } from "@deadheat/journal";
import { left, right } from "@deadheat/report";
import { h, icon, plotTable, runtimeName, type Child } from "@deadheat/report/site-parts";
import {
  eachOf,
  eachWords,
  maybe,
  overOf,
  overWords,
  quote,
  ratioOf,
  ratioWords,
} from "../parts/fact.ts";
import { link, type Page } from "../parts/page.ts";
import { floorName, frameworkLink, proof, runtimeLink } from "../parts/prose.ts";
import { scenarioLink } from "../parts/scenario.ts";
import { cellOf, rankedOf, type Found, type Site, type Standing } from "../read/site.ts";
import { historySections } from "./changes.ts";

/** Returns a page for each runtime, and one that compares them. */
export function runtimePages(site: Site): Page[] {
  return [indexPage(site), ...runtimes.map((runtime) => runtimePage(site, runtime))];
}

interface Row {
  readonly standing: Standing;
  readonly found: Found;
}

function rowsOf({ standings }: Site, target: string): Row[] {
  return standings.flatMap((standing) => {
    const found = cellOf(standing, target);
    return found?.cell.rank ? [{ standing, found }] : [];
  });
}

function indexPage(site: Site): Page {
  const [standing] = site.standings;
  return {
    path: "/runtimes/",
    title: "Node, Bun and Deno as web servers",
    description:
      "What Node, Bun and Deno cost below a framework, and the same frameworks on each of them.",
    body: [
      h("h1", {}, "Node, Bun and Deno"),
      h(
        "p",
        { class: "key" },
        runtimes.map((runtime) => h("span", {}, runtimeLink(runtime))),
      ),
      h("h2", {}, "Their own servers"),
      floorsTable(site),
      standing && [h("h2", {}, "The same frameworks on each"), acrossTable(standing)],
    ],
  };
}

/** Draws the floors of Bun and Deno relative to node:http, in every scenario. */
function floorsTable(site: Site): Child {
  const rows = (["bun", "deno"] as const).flatMap((runtime) => rowsOf(site, floors[runtime]));
  return plotTable<Row>({
    label: "Floors of the runtimes",
    rows: rows.toSorted(
      (a, b) => site.standings.indexOf(a.standing) - site.standings.indexOf(b.standing),
    ),
    name: [
      "scenario",
      ({ standing, found: { cell } }) => [
        icon(cell.runtime),
        scenarioLink(standing.scenario),
        ` ${floorName[cell.runtime]}`,
      ],
    ],
    drawn: [
      { name: "requests per CPU second, to node:http", of: nodeMark, format: String, one: true },
    ],
    columns: [
      [left("to node:http"), ({ found }) => maybe(ratioOf(found, "toNodeHttp"), ratioWords)],
      [right("us a request"), ({ found }) => maybe(eachOf(found), eachWords)],
      [left("result"), ({ found }) => proof(found.from)],
    ],
  });
}

function nodeMark({ found: { cell } }: Row) {
  const ratio = cell.efficiency?.toNodeHttp;
  return ratio ? [{ runtime: cell.runtime, at: ratio.ratio, lo: ratio.lo, hi: ratio.hi }] : [];
}

/** Draws each framework on the three runtimes, relative to node:http. */
function acrossTable(standing: Standing): Child {
  const names = [...new Set(rankedOf(standing).map(({ cell }) => cell.framework))];
  const rows = names
    .map((framework) => ({
      framework,
      found: rankedOf(standing).filter(({ cell }) => cell.framework === framework),
    }))
    .filter(({ found }) => found.length > 1);
  const on =
    (runtime: Runtime) =>
    ({ found }: (typeof rows)[number]) => {
      const own = found.find(({ cell }) => cell.runtime === runtime);
      return own ? maybe(ratioOf(own, "toNodeHttp"), ratioWords) : null;
    };
  return h(
    "section",
    { class: "frameworks" },
    h(
      "p",
      { class: "hint" },
      "Requests from the same CPU time, in multiples of node:http, in ",
      scenarioLink(standing.scenario),
      ". ",
      proof(standing.from),
    ),
    plotTable({
      label: "The same frameworks on each runtime",
      rows,
      name: ["framework", ({ framework }) => h("b", { class: "name" }, frameworkLink(framework))],
      drawn: [
        {
          name: "to node:http",
          format: String,
          one: true,
          of: ({ found }) => found.flatMap((own) => nodeMark({ standing, found: own })),
        },
      ],
      columns: [
        [right("Node"), on("node")],
        [right("Bun"), on("bun")],
        [left("Deno"), on("deno")],
      ],
    }),
  );
}

function runtimePage(site: Site, runtime: Runtime): Page {
  const floor = floors[runtime];
  const [first] = site.standings;
  return {
    path: `/runtimes/${runtime}/`,
    title: `${runtimeName[runtime]} as a web server: releases, floor, layers`,
    description: `What ${runtimeName[runtime]} costs as a web server, by release, and below each framework.`,
    body: [
      h("h1", {}, icon(runtime), runtimeName[runtime]),
      versionWords(first, runtime),
      historySections(site, (step) => step.isOfRuntime && step.runtime === runtime),
      h("h2", {}, `${floorName[runtime]}, the floor`),
      h(
        "p",
        { class: "hint" },
        "The thinnest server of the runtime: no framework can cost less in the long run.",
      ),
      layerTable(site, floor, "to node:http"),
      layers(site, runtime),
      h("h2", {}, `Frameworks on ${runtimeName[runtime]}`),
      h(
        "ul",
        { class: "list" },
        site.standings.map(
          (standing) =>
            rankedOf(standing).some(({ cell }) => cell.runtime === runtime) &&
            h("li", {}, link(`/ranking/${standing.scenario}/${runtime}/`, standing.scenario)),
        ),
      ),
    ],
  };
}

function versionWords(standing: Standing | undefined, runtime: Runtime): Child {
  if (!standing) return null;
  const { tools } = standing.from.result;
  return h(
    "p",
    {},
    "Measured in version ",
    quote(tools[runtime].version, `${standing.from.name}#tools.${runtime}.version`, "version"),
    ". ",
    proof(standing.from, "Machine, date and blocks"),
  );
}

/** Says what the other runtime's own layer costs: node:http on Bun and Deno, web standards on Node. */
function layers(site: Site, runtime: Runtime): Child {
  const target = runtime === "node" ? "fetch/node" : `node-http/${runtime}`;
  if (rowsOf(site, target).length === 0) return null;
  const title =
    runtime === "node"
      ? "What a web-standard server costs on Node"
      : `What Node's layer costs on ${runtimeName[runtime]}`;
  const why =
    runtime === "node"
      ? "A server that takes a Request and returns a Response, over node:http itself."
      : `Frameworks that are written for Node run on node:http, which ${runtimeName[runtime]} has too: over ${floorName[runtime]} it costs this.`;
  return [
    h("h2", {}, title),
    h("p", { class: "hint" }, why),
    layerTable(site, target, "to the floor"),
  ];
}

function layerTable(site: Site, target: string, heading: string): Child {
  const rows = rowsOf(site, target);
  if (rows.length === 0) return h("p", {}, "Not measured yet.");
  const to = heading === "to node:http" ? "toNodeHttp" : "toFloor";
  return plotTable<Row>({
    label: `${target} in every scenario`,
    rows,
    name: ["scenario", ({ standing }) => scenarioLink(standing.scenario)],
    drawn: [
      {
        name: `requests per CPU second, ${heading}`,
        of: ({ found: { cell } }) => {
          const ratio = cell.efficiency?.[to];
          return ratio
            ? [{ runtime: cell.runtime, at: ratio.ratio, lo: ratio.lo, hi: ratio.hi }]
            : [];
        },
        format: String,
        one: true,
      },
    ],
    columns: [
      [left(heading), ({ found }) => maybe(ratioOf(found, to), ratioWords)],
      [right("us a request"), ({ found }) => maybe(eachOf(found), eachWords)],
      [left("over the floor"), ({ found }) => maybe(overOf(found), overWords)],
    ],
  });
}
