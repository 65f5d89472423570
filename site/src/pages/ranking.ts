import { runtimes, type Runtime } from "@deadheat/journal";
import { marginWords } from "@deadheat/judge/known";
import type { Cell } from "@deadheat/judge";
import { filterForm, h, rankingTable, runtimeName, type Child } from "@deadheat/report/site-parts";
import {
  blocksOf,
  eachOf,
  eachWords,
  fact,
  maybe,
  overOf,
  overWords,
  quote,
  field,
  rankedCount,
  rankWords,
  ratioOf,
  ratioWords,
} from "../parts/fact.ts";
import { link, type Page } from "../parts/page.ts";
import { floorName, proof, targetLink } from "../parts/prose.ts";
import { requestOf, scenarioLink, scenarioWords } from "../parts/scenario.ts";
import { rankedOf, type Found, type Site, type Standing } from "../read/site.ts";

/** Returns the pages of rankings: one a scenario, and one for each runtime of it. */
export function rankingPages(site: Site): Page[] {
  return [
    indexPage(site),
    ...site.standings.flatMap((standing) => [
      rankingPage(site, standing, null),
      ...runtimes
        .filter((runtime) => rankedOf(standing).some(({ cell }) => cell.runtime === runtime))
        .map((runtime) => rankingPage(site, standing, runtime)),
    ]),
  ];
}

function indexPage({ standings }: Site): Page {
  const list = (of: readonly Standing[]) =>
    h(
      "ul",
      { class: "list" },
      of.map(({ scenario, store }) =>
        h("li", {}, scenarioLink(scenario), " ", scenarioWords(scenario, store)),
      ),
    );
  return {
    path: "/ranking/",
    title: "Rankings of web frameworks, by scenario",
    description: "Rankings of web frameworks on Node, Bun and Deno, by scenario and store.",
    body: [
      h("h1", {}, "Rankings"),
      h("p", {}, "Choose what your service does most. The order of frameworks depends on it."),
      list(standings.filter(({ store }) => store === null)),
      standings.some(({ store }) => store !== null) && [
        h("h2", {}, "With a store behind the handler"),
        list(standings.filter(({ store }) => store !== null)),
      ],
    ],
  };
}

function rankingPage(site: Site, standing: Standing, runtime: Runtime | null): Page {
  const { scenario, store, from } = standing;
  const rows = rankedOf(standing).filter(
    ({ cell }) => runtime === null || cell.runtime === runtime,
  );
  const on = runtime === null ? "" : ` on ${runtimeName[runtime]}`;
  return {
    path: `/ranking/${scenario}/${runtime === null ? "" : `${runtime}/`}`,
    title: `${scenario}${on}: ranking of web frameworks`,
    description: `Web frameworks${on} ranked by CPU time of a request: ${scenarioWords(scenario, store)}.`,
    script: true,
    body: [
      h("h1", {}, `${scenario}${on}`),
      h(
        "p",
        {},
        scenarioWords(scenario, store),
        ": ",
        requestOf(scenario),
        ". ",
        proof(from, "How sure this is"),
      ),
      choices(site, standing, runtime),
      filterForm(),
      ranking(standing, rows),
      legend(standing),
      missing(standing, runtime),
    ],
  };
}

/** Links to the other scenarios, and to the same one on one runtime. The address names both. */
function choices(
  { standings }: Site,
  { scenario, cells }: Standing,
  chosen: Runtime | null,
): Child {
  const tab = (to: string, name: Child, isChosen: boolean) => {
    const { attributes, ...rest } = link(to, name);
    return { ...rest, attributes: { ...attributes, "aria-current": isChosen ? "page" : null } };
  };
  const suffix = chosen === null ? "" : `${chosen}/`;
  return [
    h(
      "nav",
      { class: "tabs", "aria-label": "Scenarios" },
      standings.map((one) =>
        tab(
          `/ranking/${one.scenario}/${one.cells.some((found) => found.cell.runtime === chosen && found.cell.rank) ? suffix : ""}`,
          one.scenario,
          one.scenario === scenario,
        ),
      ),
    ),
    h(
      "nav",
      { class: "tabs", "aria-label": "Runtimes" },
      tab(`/ranking/${scenario}/`, "all runtimes", chosen === null),
      runtimes
        .filter((runtime) => cells.some(({ cell }) => cell.runtime === runtime && cell.rank))
        .map((runtime) =>
          tab(`/ranking/${scenario}/${runtime}/`, runtimeName[runtime], runtime === chosen),
        ),
    ),
  ];
}

/** Returns the ranking of the report, with links, and with the field that each figure is from. */
function ranking(standing: Standing, rows: readonly Found[]): Child {
  const found = new Map(rows.map((one) => [one.cell, one]));
  const of = (text: (found: Found) => Child) => (cell: Cell) => text(found.get(cell)!);
  return rankingTable({
    label: `Ranking of ${standing.scenario}`,
    cells: rows.map(({ cell }) => cell),
    of: rankedOf(standing).length,
    texts: {
      rank: of(rankWords),
      name: of(targetLink),
      version: of((one) => quote(one.cell.version, field(one, "version"))),
      ratio: of((one) => maybe(ratioOf(one, "toNodeHttp") ?? ratioOf(one, "toFloor"), ratioWords)),
      each: of((one) => maybe(eachOf(one), eachWords)),
      over: of((one) => maybe(overOf(one), overWords)),
      blocks: of((one) => maybe(blocksOf(one), (figure) => fact(figure, String))),
    },
  });
}

function legend(standing: Standing): Child {
  const { from, others, scenario, store } = standing;
  return h(
    "div",
    { class: "legend" },
    h(
      "p",
      {},
      "Of ",
      fact(rankedCount(standing), String),
      " targets. ",
      h("b", {}, "A rank"),
      " is an interval: it begins after the targets that are certainly faster, and ends before those that are certainly slower. ",
      h("b", {}, "us a request"),
      " is CPU time of the server, on one full CPU. ",
      store !== null &&
        "It counts the client, and SQLite, which works inside the server; not Redis or Postgres. ",
      h("b", {}, "+ us over its floor"),
      ` is what the framework adds to ${floorName.node}, ${floorName.bun} or ${floorName.deno}. `,
      h("b", {}, "Intervals"),
      " are at 95 %. Targets that share a letter are a ",
      h("b", {}, "dead heat"),
      ": proven to be equal within ",
      {
        tag: "span",
        attributes: { "data-from": `${from.name}#margin`, "data-by": "margin" },
        children: [marginWords(from.result.margin)],
      },
      ".",
    ),
    h(
      "p",
      {},
      {
        tag: "a",
        attributes: { href: `/results/${from.name}/report.html` },
        children: ["The report"],
      },
      " has every race, and what else was measured.",
      others.length > 0 && [
        ` ${scenario} was also measured in `,
        others.map((other, i) => [i > 0 ? ", " : "", link(`/results/${other.name}/`, other.name)]),
        ". Figures of two runs are never mixed.",
      ],
    ),
  );
}

/** Lists the targets without a rank, with the reasons. */
function missing({ cells }: Standing, runtime: Runtime | null): Child {
  const rest = cells.filter(
    ({ cell }) => cell.rank === null && (runtime === null || cell.runtime === runtime),
  );
  if (rest.length === 0) return null;
  return h(
    "details",
    { class: "missing" },
    h("summary", {}, "Targets without a rank"),
    h(
      "ul",
      {},
      rest.map((found) => {
        const { status, reason, warnings } = found.cell;
        const cold = warnings.findIndex(({ code }) => code === "cold");
        const why =
          reason !== null
            ? quote(reason, field(found, "reason"))
            : cold >= 0 && quote(warnings[cold]!.message, field(found, `warnings.${cold}.message`));
        return h("li", {}, targetLink(found), `: ${status}. `, why);
      }),
    ),
  );
}
