import { floors, type Runtime } from "@deadheat/journal";
import { left, right } from "@deadheat/report";
import {
  html,
  icon,
  ratios,
  runtimeKey,
  runtimeName,
  type Child,
} from "@deadheat/report/site-parts";
import { eachText, overText, quote, ratioText } from "../parts/fact.ts";
import { link, type Page } from "../parts/page.ts";
import { floorName, list, proof, runtimeLink } from "../parts/prose.ts";
import { frameworkRows, frameworksTable } from "../parts/frameworks-table.ts";
import { scenarioLink } from "../parts/scenario.ts";
import { markTo, rowsOf, scenarioTable } from "../parts/scenario-table.ts";
import { isRankedOn, measuredRuntimes, type Site, type Standing } from "../read/site.ts";
import { historySections } from "./changes.ts";

export function runtimePages(site: Site): Page[] {
  return [indexPage(site), ...measuredRuntimes(site).map((runtime) => runtimePage(site, runtime))];
}

function indexPage(site: Site): Page {
  const [standing] = site.standings;
  return {
    path: "/runtimes/",
    title: "Node, Bun and Deno as web servers",
    description:
      "What Node, Bun and Deno cost below a framework, and the same frameworks on each of them.",
    body: html`<h1>Node, Bun and Deno</h1>
      ${runtimeKey(measuredRuntimes(site), runtimeLink)}
      <h2>Their own servers</h2>
      ${floorsTable(site)}
      ${
        standing &&
        html`<h2>The same frameworks on each</h2>
          ${acrossTable(standing)}`
      }`,
  };
}

/** Draws the floors of the other runtimes relative to node:http, in every scenario. */
function floorsTable(site: Site): Child {
  const others = measuredRuntimes(site).filter((runtime) => runtime !== "node");
  const rows = others.flatMap((runtime) => rowsOf(site, floors[runtime]));
  const place = ({ standing }: (typeof rows)[number]) => site.standings.indexOf(standing);
  return scenarioTable({
    label: "Floors of the runtimes",
    rows: rows.toSorted((a, b) => place(a) - place(b)),
    against: "node:http",
    to: "toNodeHttp",
    name: ({ found: { cell } }, scenario) => [
      icon(cell.runtime),
      scenario,
      ` ${floorName[cell.runtime]}`,
    ],
    columns: [
      [left("to node:http"), ({ found }) => ratioText(found, "toNodeHttp")],
      [right("µs per request"), ({ found }) => eachText(found)],
      [left("result"), ({ found }) => proof(found.from)],
    ],
  });
}

function acrossTable(standing: Standing): Child {
  const rows = frameworkRows(standing).filter(({ cells }) => cells.length > 1);
  const table = frameworksTable(
    "The same frameworks on each runtime",
    rows,
    ratios("to node:http", ({ cells }) => cells.flatMap((own) => markTo(own, "toNodeHttp"))),
    (found) => ratioText(found, "toNodeHttp"),
  );
  return html`<p class="hint">
      Requests from the same CPU time, in multiples of node:http, in
      ${scenarioLink(standing.scenario)}. ${proof(standing.from)}
    </p>
    ${table}`;
}

function runtimePage(site: Site, runtime: Runtime): Page {
  const [first] = site.standings;
  const name = runtimeName[runtime];
  const here = site.standings.filter((standing) => isRankedOn(standing, runtime));
  return {
    path: `/runtimes/${runtime}/`,
    title: `${name} as a web server: releases, floor, layers`,
    description: `What ${name} costs as a web server, by release, and below each framework.`,
    body: html`<h1>${icon(runtime)}${name}</h1>
      ${first && versionWords(first, runtime)}
      ${historySections(site, (step) => step.isOfRuntime && step.runtime === runtime)}
      <h2>${floorName[runtime]}, the floor</h2>
      <p class="hint">
        The thinnest server of the runtime: no framework can cost less in the long run.
      </p>
      ${layerTable(site, floors[runtime], "to node:http") ?? html`<p>Not measured yet.</p>`}
      ${layers(site, runtime)}
      <h2>Frameworks on ${name}</h2>
      ${list(here.map(({ scenario }) => link(`/ranking/${scenario}/${runtime}/`, scenario)))}`,
  };
}

function versionWords({ from }: Standing, runtime: Runtime): Child {
  const version = from.result.tools[runtime]?.version;
  if (version === undefined) return null;
  return html`<p>
    Measured in version ${quote(version, `${from.name}#tools.${runtime}.version`)}.
    ${proof(from, "Machine, date and rounds")}
  </p>`;
}

/** Says what the other runtime's own layer costs: node:http on Bun and Deno, web standards on Node. */
function layers(site: Site, runtime: Runtime): Child {
  const target = runtime === "node" ? "fetch/node" : `node-http/${runtime}`;
  const table = layerTable(site, target, "to the floor");
  if (table === null) return null;
  const [title, why] =
    runtime === "node"
      ? [
          "What a web-standard server costs on Node",
          "A server that takes a Request and returns a Response, over node:http itself.",
        ]
      : [
          `What Node's layer costs on ${runtimeName[runtime]}`,
          `Frameworks that are written for Node run on node:http, which ${runtimeName[runtime]} has too: over ${floorName[runtime]} it costs this.`,
        ];
  return html`<h2>${title}</h2>
    <p class="hint">${why}</p>
    ${table}`;
}

function layerTable(site: Site, target: string, heading: "to node:http" | "to the floor"): Child {
  const rows = rowsOf(site, target);
  if (rows.length === 0) return null;
  const to = heading === "to node:http" ? "toNodeHttp" : "toFloor";
  return scenarioTable({
    label: `${target} in every scenario`,
    rows,
    against: heading.slice("to ".length),
    to,
    columns: [
      [left(heading), ({ found }) => ratioText(found, to)],
      [right("µs per request"), ({ found }) => eachText(found)],
      [left("over the floor"), ({ found }) => overText(found)],
    ],
  });
}
