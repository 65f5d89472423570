import { runtimes, type Runtime } from "@deadheat/journal";
import { warningWords } from "@deadheat/report/words";
import type { Cell } from "@deadheat/judge";
import {
  filterForm,
  html,
  rankingTable,
  runtimeName,
  type Child,
} from "@deadheat/report/site-parts";
import {
  eachText,
  fact,
  field,
  overText,
  quote,
  rankedCount,
  rankWords,
  ratioText,
  roundsText,
} from "../parts/fact.ts";
import { link, tab, type Page } from "../parts/page.ts";
import { floorName, list, proof, targetLink } from "../parts/prose.ts";
import { requestOf, scenarioLink, scenarioWords } from "../parts/scenario.ts";
import { isRankedOn, rankedOf, type SiteCell, type Site, type Standing } from "../read/site.ts";
import { marginWords } from "@deadheat/report/format";

/** Returns the pages of rankings: one a scenario, and one for each runtime of it. */
export function rankingPages(site: Site): Page[] {
  return [
    indexPage(site),
    ...site.standings.flatMap((standing) => [
      rankingPage(site, standing, null),
      ...runtimes
        .filter((runtime) => isRankedOn(standing, runtime))
        .map((runtime) => rankingPage(site, standing, runtime)),
    ]),
  ];
}

function indexPage({ standings }: Site): Page {
  const words = ({ scenario, store }: Standing) =>
    html`${scenarioLink(scenario)} ${scenarioWords(scenario, store)}`;
  const without = standings.filter(({ store }) => store === null);
  const behind = standings.filter(({ store }) => store !== null);
  return {
    path: "/ranking/",
    title: "Rankings of web frameworks, by scenario",
    description: "Rankings of web frameworks on Node, Bun and Deno, by scenario and store.",
    body: html`<h1>Rankings</h1>
      <p>Choose what your service does most. The order of frameworks depends on it.</p>
      ${list(without.map(words))}
      ${
        behind.length > 0 &&
        html`<h2>With a store behind the handler</h2>
          ${list(behind.map(words))}`
      }`,
  };
}

function rankingPage(site: Site, standing: Standing, runtime: Runtime | null): Page {
  const { scenario, store, from } = standing;
  const rows = rankedOf(standing).filter(
    ({ cell }) => runtime === null || cell.runtime === runtime,
  );
  const on = runtime === null ? "" : ` on ${runtimeName[runtime]}`;
  const words = scenarioWords(scenario, store);
  return {
    path: addressOf(standing, runtime),
    title: `${scenario}${on}: ranking of web frameworks`,
    description: `Web frameworks${on} ranked by CPU time of a request: ${words}.`,
    script: true,
    body: html`<h1>${scenario}${on}</h1>
      <p>${words}: ${requestOf(scenario)}. ${proof(from, "How reliable this is")}</p>
      ${choices(site, standing, runtime)} ${filterForm(rows.map(({ cell }) => cell))}
      ${ranking(standing, rows)} ${legend(standing)} ${missing(standing, runtime)}`,
  };
}

function addressOf({ scenario }: Standing, runtime: Runtime | null): string {
  return `/ranking/${scenario}/${runtime === null ? "" : `${runtime}/`}`;
}

/** Links to the other scenarios, and to the same one on one runtime. The address names both. */
function choices({ standings }: Site, standing: Standing, chosen: Runtime | null): Child {
  const scenarios = standings.map((one) => {
    const runtime = chosen !== null && isRankedOn(one, chosen) ? chosen : null;
    return tab(addressOf(one, runtime), one.scenario, one === standing && "page");
  });
  const on = runtimes
    .filter((runtime) => isRankedOn(standing, runtime))
    .map((runtime) =>
      tab(addressOf(standing, runtime), runtimeName[runtime], runtime === chosen && "page"),
    );
  return html`<nav aria-label="Scenarios">${scenarios}</nav>
    <nav aria-label="Runtimes">
      ${tab(addressOf(standing, null), "all runtimes", chosen === null && "page")} ${on}
    </nav>`;
}

/** Returns the ranking of the report, with links, and with the field that each number is from. */
function ranking(standing: Standing, rows: readonly SiteCell[]): Child {
  const found = new Map(rows.map((one) => [one.cell, one]));
  const of = (text: (found: SiteCell) => Child) => (cell: Cell) => text(found.get(cell)!);
  return rankingTable({
    label: `Ranking of ${standing.scenario}`,
    cells: rows.map(({ cell }) => cell),
    of: rankedOf(standing).length,
    texts: {
      rank: of(rankWords),
      name: targetLink,
      version: of((one) => quote(one.cell.version, field(one, "version"))),
      ratio: of((one) => ratioText(one, "toNodeHttp") ?? ratioText(one, "toFloor")),
      each: of(eachText),
      over: of(overText),
      rounds: of(roundsText),
    },
  });
}

function legend(standing: Standing): Child {
  const { from, others, scenario, store } = standing;
  const margin = quote(marginWords(from.result.margin), `${from.name}#margin`, "margin");
  const links = others.map(({ name }, i) => [i > 0 ? ", " : "", link(`/results/${name}/`, name)]);
  return html`<div class="legend">
    <p>
      Of ${fact(rankedCount(standing), String)} targets. <b>A rank</b> is an interval: it begins
      after the targets that are proven faster, and ends before the targets that are proven slower.
      <b>µs per request</b> is CPU time of the server, on one CPU that is full.
      ${store !== null && "It counts the client, and SQLite, which works inside the server; not Redis or Postgres. "}
      <b>+ µs over its floor</b> is what the framework adds to ${floorName.node}, ${floorName.bun}
      or ${floorName.deno}. <b>Intervals</b> are at 95 %. Targets that share a letter are a
      <b>tie</b>: proven to be equal within ${margin}.
    </p>
    <p>
      ${link(`/results/${from.name}/report.html`, "The report")} has every round, and everything
      else that was measured.
      ${
        others.length > 0 &&
        html`${scenario} was also measured in ${links}. Numbers of two runs are never mixed.`
      }
    </p>
  </div>`;
}

function missing({ cells }: Standing, runtime: Runtime | null): Child {
  const rest = cells.filter(
    ({ cell }) => cell.rank === null && (runtime === null || cell.runtime === runtime),
  );
  if (rest.length === 0) return null;
  const items = rest.map((found) => {
    const { status, reason, warnings } = found.cell;
    const cold = warnings.findIndex(({ code }) => code === "cold");
    const why =
      reason !== null
        ? quote(reason, field(found, "reason"))
        : cold >= 0 &&
          quote(warningWords(warnings[cold]!), field(found, `warnings.${cold}`), "warning");
    return html`<li>${targetLink(found.cell)}: ${status}. ${why}</li>`;
  });
  return html`<details>
    <summary>Targets without a rank</summary>
    <ul>
      ${items}
    </ul>
  </details>`;
}
