import { floors } from "@deadheat/journal";
import { html, icon, isProven, runtimeName, type Child } from "@deadheat/report/site-parts";
import { eachOf, eachWords, fact, overOf, overWords, type Metric } from "../parts/fact.ts";
import { link, type Page } from "../parts/page.ts";
import { pairIn, times, type Pair } from "../parts/pair.ts";
import { compareLink, floorName, list, proof } from "../parts/prose.ts";
import { scenarioLink } from "../parts/scenario.ts";
import { sizeOf } from "../read/history.ts";
import { cellOf, isBare, type Site } from "../read/site.ts";
import { stepSentence } from "./changes.ts";
import { pageFindings } from "./pages.ts";

interface Finding {
  readonly title: string;
  readonly lead: string;
  readonly items: readonly Child[];
}

/** The number of items of a finding. */
const MOST = 10;

/** Returns the page of findings: what the results say, a claim at a time, each made from the results themselves. */
export function findingsPage(site: Site): Page {
  const findings = [
    versions(site),
    nodeLayer(site),
    acrossRuntimes(site),
    stores(site),
    orders(site),
    ties(site),
    pages(site),
  ].filter(({ items }) => items.length > 0);
  return {
    path: "/findings/",
    title: "Findings about web frameworks on Node, Bun and Deno",
    description:
      "What the published measurements of web frameworks on Node, Bun and Deno show, each claim with its interval.",
    body: html`<h1>Findings</h1>
      ${findings.map(
        ({ title, lead, items }) =>
          html`<h2>${title}</h2>
            <p>${lead}</p>
            ${list(items)}`,
      )}`,
  };
}

function versions({ steps }: Site): Finding {
  return {
    title: "The largest proven steps between versions",
    lead: "Neighboring versions of a framework or of a runtime, with everything else the same:",
    items: steps
      .filter(isProven)
      .toSorted((a, b) => sizeOf(b.ratio) - sizeOf(a.ratio))
      .slice(0, MOST)
      .map(stepSentence),
  };
}

function nodeLayer({ standings: [standing] }: Site): Finding {
  const items = (["bun", "deno"] as const).flatMap((runtime) => {
    const found = standing && cellOf(standing, `node-http/${runtime}`);
    const over = found && overOf(found);
    const own = found && eachOf(found);
    if (!over || !own) return [];
    const name = [icon(runtime), link(`/runtimes/${runtime}/`, runtimeName[runtime])];
    return html`${name}: a request through node:http costs ${eachWords(own)}, ${overWords(over)}
    over ${floorName[runtime]}. ${proof(found.from)}`;
  });
  return {
    title: "What Node's layer costs on Bun and Deno",
    lead: "Express, Fastify, Koa and other frameworks that were written for Node run on node:http everywhere.",
    items,
  };
}

function acrossRuntimes({ standings: [standing], frameworks }: Site): Finding {
  const names = frameworks.filter((framework) => !isBare(framework));
  const pairs = names.flatMap((framework) =>
    (["bun", "deno"] as const).flatMap(
      (runtime) =>
        (standing && pairIn(standing, `${framework}/${runtime}`, `${framework}/node`)) ?? [],
    ),
  );
  return {
    title: "The same framework on another runtime",
    lead: "Requests from the same CPU time, relative to the framework on Node. The largest proven differences:",
    items: pairs
      .filter(({ verdict }) => verdict === "faster" || verdict === "slower")
      .toSorted((a, b) => sizeOf(b.ratio.ratio.value) - sizeOf(a.ratio.ratio.value))
      .slice(0, MOST)
      .map(
        (pair) =>
          html`${pairLink(pair, pair.own.cell.target)} ${times(pair.ratio)}: ${pair.verdict}`,
      ),
  };
}

function stores({ standings }: Site): Finding {
  const withStores = standings.filter(({ store }) => store !== null);
  const first = withStores.length > 0 ? standings.slice(0, 1) : [];
  const items = [...first, ...withStores].flatMap((standing) => {
    const pair = pairIn(standing, "hono/node", "express/node");
    if (!pair) return [];
    const [own, other] = [pair.own, pair.other].map(eachOf);
    const costs = own && other && html` (${eachWords(own)} and ${eachWords(other)} a request)`;
    const where = scenarioLink(standing.scenario);
    return html`${where}: ${times(pair.ratio)}, ${pair.verdict}${costs}. ${proof(standing.from)}`;
  });
  return {
    title: "Hono and Express, without and with a store",
    lead: "What hono/node answers from the same CPU time, relative to express/node, and what a request costs on each. The verdicts are corrected for all pairs of the scenario:",
    items,
  };
}

function orders({ results }: Site): Finding {
  const pairs = results.flatMap((from) => {
    const { order } = from.result;
    if (!order || typeof order === "string") return [];
    return order.scenarios.map(({ a, b, agree, turned }, i) => {
      const at = (value: number, field: string): Metric => {
        return { value, from: [`${from.name}#order.scenarios.${i}.${field}`] };
      };
      return { a, b, from, agree: at(agree, "agree"), turned: at(turned, "turned") };
    });
  });
  return {
    title: "How the scenario changes the order",
    lead:
      "Pairs of targets whose order is proven in both scenarios. A reversed pair has opposite orders in the two. The scenarios " +
      "that reverse most:",
    items: pairs
      .toSorted((x, y) => y.turned.value - x.turned.value)
      .slice(0, MOST)
      .map(
        ({ a, b, from, agree, turned }) =>
          html`${scenarioLink(a)} and ${scenarioLink(b)}: ${fact(turned, String)} pairs are
          reversed, ${fact(agree, String)} have the same order. ${proof(from)}`,
      ),
  };
}

function pages(site: Site): Finding {
  return {
    title: "What a framework adds to a server-rendered page",
    lead: "CPU time per page, beside the renderer of the framework alone. Most of what a page costs is often not the renderer:",
    items: pageFindings(site),
  };
}

function ties({ standings: [standing] }: Site): Finding {
  if (!standing) return { title: "", lead: "", items: [] };
  const { scenario, from } = standing;
  const own = from.result.differences.find((difference) => difference.scenario === scenario);
  const pairs = (own?.ties ?? [])
    .filter((pair) => !pair.some((target) => Object.values(floors).includes(target)))
    .flatMap(([a, b]) => pairIn(standing, a, b) ?? []);
  return {
    title: "Proven ties",
    lead: `These pairs are proven to perform the same in ${scenario}:`,
    items: pairs.slice(0, MOST).map((pair) => {
      const names = `${pair.own.cell.target} and ${pair.other.cell.target}`;
      return html`${pairLink(pair, names)} ${times(pair.ratio)}`;
    }),
  };
}

function pairLink({ own, other }: Pair, words: string): Child {
  return compareLink(own.cell.target, other.cell.target, words);
}
