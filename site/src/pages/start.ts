import { floors, runtimes, type Runtime } from "@deadheat/journal";
import { left, right } from "@deadheat/report";
import { formatCpu } from "@deadheat/report/format";
import { h, icon, plotTable, runtimeName, type Child } from "@deadheat/report/site-parts";
import { eachOf, fact, overOf, overWords } from "../parts/fact.ts";
import { link, type Page } from "../parts/page.ts";
import { pairIn, times } from "../parts/pair.ts";
import {
  compareLink,
  floorName,
  frameworkLink,
  listed,
  proof,
  runtimeLink,
} from "../parts/prose.ts";
import { scenarioLink } from "../parts/scenario.ts";
import {
  cellOf,
  isBare,
  rankedOf,
  wellKnown,
  type Found,
  type Site,
  type Standing,
} from "../read/site.ts";
import { latestSteps } from "./changes.ts";

/** Returns the start page: what one wants to know, each answer with its interval and a link to what proves it. */
export function startPage(site: Site): Page {
  const [first] = site.standings;
  const body = [
    h("h1", {}, "What does a JavaScript web framework cost?"),
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
      runtimeSentence(first),
      storeSentence(site),
    ]),
    costTable(site, first),
    latestSteps(site),
  ];
}

/** Says what well-known frameworks of a runtime add to its floor. */
function costSentence(standing: Standing, runtime: Runtime): Child[] {
  const floor = cellOf(standing, floors[runtime]);
  const own = floor && eachOf(floor);
  const costs = knownOn(standing, runtime);
  if (!own || costs.length === 0) return [];
  const said = costs.map(({ found, over }) => [
    frameworkLink(found.cell.framework),
    " ",
    overWords(over),
  ]);
  return [
    h(
      "li",
      {},
      icon(runtime),
      h("b", {}, "On ", runtimeName[runtime]),
      `, ${floorName[runtime]} takes `,
      fact(own.ratio, formatCpu),
      " of CPU time for a request. Over that, ",
      listed(said),
      ". ",
      link(`/ranking/${standing.scenario}/${runtime}/`, "All of them"),
    ),
  ];
}

/** Returns the well-known frameworks of a runtime, the cheapest first. */
function knownOn(standing: Standing, runtime: Runtime) {
  return rankedOf(standing)
    .filter(({ cell }) => cell.runtime === runtime && wellKnown.includes(cell.framework))
    .flatMap((found) => {
      const over = overOf(found);
      return over ? [{ found, over }] : [];
    })
    .toSorted((a, b) => a.over.ratio.value - b.over.ratio.value);
}

/** Says what the same frameworks answer on Bun and Deno, relative to Node. */
function runtimeSentence(standing: Standing): Child {
  const said = ["node-http", "hono", "express"].flatMap((framework) =>
    (["bun", "deno"] as const).flatMap((runtime) => {
      const name = framework === "node-http" ? floors[runtime] : `${framework}/${runtime}`;
      const pair = pairIn(standing, name, `${framework}/node`);
      if (!pair) return [];
      const shown = framework === "node-http" ? floorName[runtime] : name;
      return [[compareLink(name, `${framework}/node`, shown), " ", times(pair.ratio)]];
    }),
  );
  if (said.length === 0) return null;
  return h(
    "li",
    {},
    h("b", {}, "Does the runtime matter?"),
    " From the same CPU time, relative to the same server on Node, ",
    listed(said),
    " the requests. ",
    link("/runtimes/", "Runtimes"),
  );
}

/** Says how far two frameworks of Node lie apart with a store behind them, and without. */
function storeSentence({ standings }: Site): Child {
  const [without] = standings;
  const behind =
    standings.find(({ scenario }) => scenario === "pg-row") ??
    standings.find(({ store }) => store !== null);
  const costs = without && knownOn(without, "node");
  const [least, most] = [costs?.[0], costs?.at(-1)].map((one) => one?.found.cell.target);
  if (!without || !behind || least === undefined || most === undefined) return null;
  const pairs = [without, behind].map((standing) => pairIn(standing, least, most));
  const [first, second] = pairs;
  if (!first || !second) return null;
  const less = second.ratio.hi.value < first.ratio.lo.value;
  return h(
    "li",
    {},
    h("b", {}, "Does it matter behind a database?"),
    less ? " Less. " : " That it matters less is not proven. ",
    compareLink(least, most, [least, " answers "]),
    times(first.ratio),
    ` the requests of ${most} in `,
    scenarioLink(without.scenario),
    ", and ",
    times(second.ratio),
    " in ",
    scenarioLink(behind.scenario),
    ".",
  );
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
      { class: "key" },
      runtimes.map((runtime) => h("span", {}, runtimeLink(runtime))),
    ),
    plotTable({
      label: "What frameworks cost on each runtime",
      rows,
      name: ["framework", ({ framework }) => h("b", { class: "name" }, frameworkLink(framework))],
      drawn: [{ name: "us over the floor", format: microseconds, of: marksOf }],
      columns: [
        [right("Node"), on("node")],
        [right("Bun"), on("bun")],
        [left("Deno"), on("deno")],
      ],
    }),
    h(
      "p",
      { class: "hint" },
      "Microseconds over the thinnest server of the same runtime, with 95 % intervals, measured with ",
      scenarioLink(standing.scenario),
      " on one CPU that is full. ",
      proof(standing.from, "Machine, date and blocks"),
    ),
  );
}

function microseconds(seconds: number): string {
  return `${Math.round(seconds * 1e6)}`;
}

function marksOf({ cells }: Row) {
  return cells.flatMap((found) => {
    const over = overOf(found);
    if (!over) return [];
    const shown = (value: number) => Math.max(0, value);
    const [at, lo, hi] = [over.ratio, over.lo, over.hi].map(({ value }) => shown(value));
    return [{ runtime: found.cell.runtime, at: at!, lo: lo!, hi: hi! }];
  });
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
  const what = leftOut.length === 1 ? "A published result is" : "Some published results are";
  return h(
    "p",
    { class: "hint", role: "note" },
    `${what} left out: `,
    link("/sure/#left-out", "which, and why"),
    ".",
  );
}
