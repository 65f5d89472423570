import { floors } from "@deadheat/journal";
import { formatTau } from "@deadheat/report/format";
import { h, icon, runtimeName, type Child } from "@deadheat/report/site-parts";
import { between, eachOf, eachWords, fact, overOf, overWords, type Figure } from "../parts/fact.ts";
import { link, type Page } from "../parts/page.ts";
import { pairIn, times } from "../parts/pair.ts";
import { compareLink, floorName, proof } from "../parts/prose.ts";
import { scenarioLink } from "../parts/scenario.ts";
import { isProven, sizeOf } from "../read/history.ts";
import { cellOf, isBare, type Site, type Standing } from "../read/site.ts";
import { stepSentence } from "./changes.ts";

interface Finding {
  readonly title: string;
  readonly lead: string;
  readonly items: readonly Child[];
}

/** Returns the page of findings: what the results say, a claim at a time, each made from the results themselves. */
export function findingsPage(site: Site): Page {
  const findings = [
    versions(site),
    nodeLayer(site),
    acrossRuntimes(site),
    stores(site),
    orders(site),
    deadHeats(site),
  ].filter(({ items }) => items.length > 0);
  return {
    path: "/findings/",
    title: "Findings about web frameworks on Node, Bun and Deno",
    description:
      "What the published measurements of web frameworks on Node, Bun and Deno show, each claim with its interval.",
    body: [
      h("h1", {}, "Findings"),
      findings.map(({ title, lead, items }) => [
        h("h2", {}, title),
        h("p", {}, lead),
        h(
          "ul",
          { class: "list" },
          items.map((item) => h("li", {}, item)),
        ),
      ]),
    ],
  };
}

/** The number of items of a finding. */
const MOST = 10;

function versions({ steps }: Site): Finding {
  const proven = steps.filter(isProven);
  return {
    title: "The largest proven steps between versions",
    lead: "Neighbouring versions of a framework or of a runtime, everything else alike:",
    items: proven
      .toSorted((a, b) => sizeOf(b.ratio) - sizeOf(a.ratio))
      .slice(0, MOST)
      .map(stepSentence),
  };
}

function nodeLayer({ standings }: Site): Finding {
  const [standing] = standings;
  const items = (["bun", "deno"] as const).flatMap((runtime) => {
    const found = standing && cellOf(standing, `node-http/${runtime}`);
    const over = found && overOf(found);
    const own = found && eachOf(found);
    if (!over || !own) return [];
    return [
      [
        icon(runtime),
        link(`/runtimes/${runtime}/`, runtimeName[runtime]),
        `: a request through node:http costs `,
        eachWords(own),
        ", ",
        overWords(over),
        ` over ${floorName[runtime]}. `,
        proof(found.from),
      ],
    ];
  });
  return {
    title: "What Node's layer costs on Bun and Deno",
    lead: "Express, Fastify, Koa and other frameworks that were written for Node run on node:http everywhere.",
    items,
  };
}

function acrossRuntimes({ standings, frameworks }: Site): Finding {
  const [standing] = standings;
  if (!standing) return { title: "", lead: "", items: [] };
  const pairs = frameworks
    .filter((framework) => !isBare(framework))
    .flatMap((framework) =>
      (["bun", "deno"] as const).flatMap(
        (runtime) => pairIn(standing, `${framework}/${runtime}`, `${framework}/node`) ?? [],
      ),
    );
  return {
    title: "The same framework on another runtime",
    lead: "Requests from the same CPU time, relative to the framework on Node. The largest proven differences:",
    items: pairs
      .filter(({ word }) => word === "faster" || word === "slower")
      .toSorted((a, b) => sizeOf(b.ratio.ratio.value) - sizeOf(a.ratio.ratio.value))
      .slice(0, MOST)
      .map((pair) => [
        compareLink(pair.own.cell.target, pair.other.cell.target, pair.own.cell.target),
        " ",
        times(pair.ratio),
        `: ${pair.word}`,
      ]),
  };
}

function stores({ standings }: Site): Finding {
  const withStores = standings.filter(({ store }) => store !== null);
  const [first] = standings;
  const items = [...(first ? [first] : []), ...withStores].flatMap((standing) => {
    const pair = pairIn(standing, "hono/node", "express/node");
    if (!pair || withStores.length === 0) return [];
    const [own, other] = [pair.own, pair.other].map(eachOf);
    return [
      [
        scenarioLink(standing.scenario),
        ": ",
        times(pair.ratio),
        `, ${pair.word}`,
        own && other && [" (", eachWords(own), " and ", eachWords(other), " a request)"],
        ". ",
        proof(standing.from),
      ],
    ];
  });
  return {
    title: "Hono and Express, without and with a store",
    lead: "What hono/node answers from the same CPU time, relative to express/node, and what a request costs both. A word holds together with those of all other pairs:",
    items,
  };
}

function orders({ results }: Site): Finding {
  const pairs = results.flatMap((from) => {
    const { order } = from.result;
    if (!order || typeof order === "string") return [];
    return order.scenarios.flatMap(({ a, b, turned, tau }, i) => {
      const of = (value: number, path: string): Figure => {
        return { value, from: [`${from.name}#order.scenarios.${i}.${path}`] };
      };
      if (tau === null) return [];
      const [value, lo, hi] = (["value", "lo", "hi"] as const).map((end) =>
        of(tau[end], `tau.${end}`),
      );
      return [{ a, b, from, turned: of(turned, "turned"), tau: value!, lo: lo!, hi: hi! }];
    });
  });
  return {
    title: "Does what is asked change the order?",
    lead:
      "Kendall's tau is one if two scenarios put all targets in one order, and zero if their orders have nothing to do with " +
      "each other. The order of a turned pair is proven in both scenarios, and opposite. The most unlike scenarios:",
    items: pairs
      .toSorted((x, y) => x.tau.value - y.tau.value)
      .slice(0, MOST)
      .map(({ a, b, from, turned, tau, lo, hi }) => [
        scenarioLink(a),
        " and ",
        scenarioLink(b),
        ": tau ",
        fact(tau, tauWords),
        " ",
        between(lo, hi, tauWords),
        ", pairs turned: ",
        fact(turned, String),
        ". ",
        proof(from),
      ]),
  };
}

function tauWords(value: number): string {
  return formatTau({ value });
}

function deadHeats({ standings }: Site): Finding {
  const [standing] = standings;
  if (!standing) return { title: "", lead: "", items: [] };
  const own = standing.from.result.differences.find(
    ({ scenario }) => scenario === standing.scenario,
  );
  return {
    title: "Differences that do not exist",
    lead: `Proven to be equal in ${standing.scenario}:`,
    items: dealt(own?.deadHeats ?? [], standing).slice(0, MOST),
  };
}

function dealt(pairs: readonly (readonly [string, string])[], standing: Standing): Child[] {
  return pairs
    .filter((pair) => !pair.some((target) => Object.values(floors).includes(target)))
    .flatMap(([a, b]) => {
      const pair = pairIn(standing, a, b);
      return pair ? [[compareLink(a, b, `${a} and ${b}`), " ", times(pair.ratio)]] : [];
    });
}
