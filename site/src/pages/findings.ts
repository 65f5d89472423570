import { floors } from "@deadheat/journal";
import { html, isProven, type Child } from "@deadheat/report/site-parts";
import { eachOf, eachWords, fact, type Metric } from "../parts/fact.ts";
import type { Page } from "../parts/page.ts";
import { pairIn, times } from "../parts/pair.ts";
import { compareLink, list, proof } from "../parts/prose.ts";
import { scenarioLink } from "../parts/scenario.ts";
import { sizeOf } from "../read/history.ts";
import type { Site } from "../read/site.ts";
import { stepSentence } from "./changes.ts";

interface Finding {
  readonly title: string;
  readonly lead: string;
  readonly items: readonly Child[];
}

const MOST = 10;

/** Returns the page of findings: what the results say, a claim at a time, each made from the results themselves. */
export function findingsPage(site: Site): Page {
  const findings = [versions(site), stores(site), orders(site), ties(site)].filter(
    ({ items }) => items.length > 0,
  );
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
    items: pairs.slice(0, MOST).map(({ own: { cell: a }, other: { cell: b }, ratio }) => {
      const names = `${a.target} and ${b.target}`;
      return html`${compareLink(a.target, b.target, names)} ${times(ratio)}`;
    }),
  };
}
