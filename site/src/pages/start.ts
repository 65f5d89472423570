import { floors, runtimes, type Runtime } from "@deadheat/journal";
import { formatCpu } from "@deadheat/report/format";
import { html, icon, runtimeKey, runtimeName, type Child } from "@deadheat/report/site-parts";
import { eachOf, fact, overOf, overText, overWords } from "../parts/fact.ts";
import { frameworkRows, frameworksTable, type FrameworkRow } from "../parts/frameworks-table.ts";
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
  measuredRuntimes,
  rankedOf,
  wellKnown,
  type Site,
  type Standing,
} from "../read/site.ts";
import { latestSteps } from "./changes.ts";
import { pageSentence } from "./pages.ts";

/** Returns the start page: what a reader wants to know, each answer with its interval and a link to its proof. */
export function startPage(site: Site): Page {
  const [first] = site.standings;
  return {
    path: "/",
    title: "deadheat: what a JavaScript web framework costs",
    description:
      "Microseconds of CPU time that web frameworks cost on Node, Bun and Deno, with intervals, ranks and proven ties.",
    body: html`<h1>What does a JavaScript web framework cost?</h1>
      ${first ? answers(site, first) : html`<p>No result has been published yet.</p>`}
      ${leftOutWords(site)}`,
  };
}

function answers(site: Site, first: Standing): Child {
  return html`<ul class="answers">
      ${runtimes.map((runtime) => costSentence(first, runtime))} ${runtimeSentence(first)}
      ${storeSentence(site)} ${pageSentence(site)}
    </ul>
    ${costTable(site, first)} ${latestSteps(site)}`;
}

/** Says what well-known frameworks of a runtime add to its floor. */
function costSentence(standing: Standing, runtime: Runtime): Child {
  const floor = cellOf(standing, floors[runtime]);
  const own = floor && eachOf(floor);
  const costs = knownOn(standing, runtime);
  if (!own || costs.length === 0) return null;
  const said = costs.map(
    ({ found, over }) => html`${frameworkLink(found.cell.framework)} ${overWords(over)}`,
  );
  return html`<li>
    ${icon(runtime)}<b>On ${runtimeName[runtime]}</b>, ${floorName[runtime]} takes
    ${fact(own.ratio, formatCpu)} of CPU time for a request. Over that, ${listed(said)}.
    ${link(`/ranking/${standing.scenario}/${runtime}/`, "All of them")}
  </li>`;
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
      const isFloor = framework === "node-http";
      const name = isFloor ? floors[runtime] : `${framework}/${runtime}`;
      const pair = pairIn(standing, name, `${framework}/node`);
      if (!pair) return [];
      const shown = isFloor ? floorName[runtime] : name;
      return html`${compareLink(name, `${framework}/node`, shown)} ${times(pair.ratio)}`;
    }),
  );
  if (said.length === 0) return null;
  return html`<li>
    <b>Does the runtime matter?</b> From the same CPU time, relative to the same server on Node,
    ${listed(said)} the requests. <a href="/runtimes/">Runtimes</a>
  </li>`;
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
  const [first, second] = [without, behind].map((standing) => pairIn(standing, least, most));
  if (!first || !second) return null;
  const less = second.ratio.hi.value < first.ratio.lo.value;
  return html`<li>
    <b>Does it matter behind a database?</b>
    ${less ? "Less." : "That it matters less is not proven."} ${compareLink(least, most, least)}
    answers ${times(first.ratio)} the requests of ${most} in ${scenarioLink(without.scenario)}, and
    ${times(second.ratio)} in ${scenarioLink(behind.scenario)}.
  </li>`;
}

/** Draws what each framework costs over its runtime's floor, on each runtime. */
function costTable(site: Site, standing: Standing): Child {
  const rows = frameworkRows(standing)
    .filter(({ framework, cells }) => !isBare(framework) && cells.some((found) => overOf(found)))
    .toSorted((a, b) => cheapest(a) - cheapest(b));
  const table = frameworksTable(
    "What frameworks cost on each runtime",
    rows,
    { name: "µs over the floor", format: (seconds) => `${Math.round(seconds * 1e6)}`, of: marksOf },
    overText,
  );
  return html`<h2>CPU time that a framework adds to a request</h2>
    ${runtimeKey(measuredRuntimes(site), runtimeLink)} ${table}
    <p class="hint">
      Microseconds over the thinnest server of the same runtime, with 95 % intervals, measured with
      ${scenarioLink(standing.scenario)} on one CPU that is full.
      ${proof(standing.from, "Machine, date and rounds")}
    </p>`;
}

function marksOf({ cells }: FrameworkRow) {
  return cells.flatMap((found) => {
    const over = overOf(found);
    if (!over) return [];
    const [at, lo, hi] = [over.ratio, over.lo, over.hi].map(({ value }) => Math.max(0, value));
    return [{ runtime: found.cell.runtime, at: at!, lo: lo!, hi: hi! }];
  });
}

function cheapest({ cells }: FrameworkRow): number {
  return Math.min(...cells.flatMap((found) => overOf(found)?.ratio.value ?? []));
}

function leftOutWords({ leftOut }: Site): Child {
  if (leftOut.length === 0) return null;
  const what = leftOut.length === 1 ? "A published result is" : "Some published results are";
  return html`<p class="hint" role="note">
    ${what} left out: <a href="/sure/#left-out">which, and why</a>.
  </p>`;
}
