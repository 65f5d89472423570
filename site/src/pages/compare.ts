import { left } from "@deadheat/report";
import { h, icon, plotTable, type Child } from "@deadheat/report/site-parts";
import { runtimeOf } from "@deadheat/journal";
import { eachOf, eachWords, maybe } from "../parts/fact.ts";
import { pairsOf, times, type Pair } from "../parts/pair.ts";
import { link, type Page } from "../parts/page.ts";
import { compareLink, frameworkLink, proof } from "../parts/prose.ts";
import { scenarioLink } from "../parts/scenario.ts";
import { slugOf, type Site } from "../read/site.ts";

/** Returns the pages of comparisons: all targets, one against all others, and one for each pair. */
export function comparePages(site: Site): Page[] {
  return [
    indexPage(site),
    ...site.targets.flatMap((target) => {
      const others = site.targets.filter((other) => other !== target);
      const pairs = others.map((other) => ({ other, pairs: pairsOf(site, target, other) }));
      const some = pairs.filter((one) => one.pairs.length > 0);
      return [
        againstAll(target, some),
        ...some.map(({ other, pairs: own }) => pairPage(target, other, own)),
      ];
    }),
  ];
}

function indexPage({ targets }: Site): Page {
  return {
    path: "/compare/",
    title: "Compare two servers",
    description: "Compare two web frameworks on their runtimes in every scenario.",
    script: true,
    body: [
      h("h1", {}, "Compare two"),
      h(
        "form",
        { class: "pair", hidden: true },
        ["a", "b"].map((name, i) =>
          h(
            "label",
            {},
            i === 0 ? "Compare " : " against ",
            h(
              "select",
              { name },
              targets.map((target) => h("option", { value: slugOf(target) }, target)),
            ),
          ),
        ),
        " ",
        h("button", {}, "Compare"),
      ),
      h("p", {}, "Choose the first of the two."),
      h(
        "ul",
        { class: "list columns" },
        targets.map((target) =>
          h("li", {}, icon(runtimeOf(target)), link(`/compare/${slugOf(target)}/`, target)),
        ),
      ),
    ],
  };
}

function againstAll(
  target: string,
  others: readonly { other: string; pairs: readonly Pair[] }[],
): Page {
  const rows = others
    .flatMap(({ pairs }) => pairs[0] ?? [])
    .toSorted((a, b) => b.ratio.ratio.value - a.ratio.ratio.value);
  return {
    path: `/compare/${slugOf(target)}/`,
    title: `${target} against every other server`,
    description: `${target} compared with every other measured server.`,
    body: [
      h("h1", {}, icon(runtimeOf(target)), target, " against every other"),
      h(
        "p",
        { class: "hint" },
        "In the first scenario that both serve. A name opens all scenarios of the two.",
      ),
      plotTable<Pair>({
        label: `${target} against every other`,
        rows,
        kind: "comparison",
        name: [
          "against",
          ({ other }) => [
            icon(other.cell.runtime),
            compareLink(target, other.cell.target, other.cell.target),
          ],
        ],
        drawn: [drawn()],
        columns: [
          [left(`${target} is`), ({ word }) => word],
          [left("requests from the same CPU time"), ({ ratio }) => times(ratio)],
          [left("in"), ({ standing }) => scenarioLink(standing.scenario)],
        ],
      }),
    ],
  };
}

function drawn() {
  return {
    name: "ratio",
    format: String,
    one: true,
    of: ({ own, ratio }: Pair) => [
      { runtime: own.cell.runtime, at: ratio.ratio.value, lo: ratio.lo.value, hi: ratio.hi.value },
    ],
  };
}

function pairPage(a: string, b: string, pairs: readonly Pair[]): Page {
  const [first] = pairs as [Pair];
  return {
    path: `/compare/${slugOf(a)}/${slugOf(b)}/`,
    title: `${a} against ${b}`,
    description: `${a} and ${b} compared in every scenario that both serve, with intervals.`,
    body: [
      h("h1", {}, icon(runtimeOf(a)), a, " against ", icon(runtimeOf(b)), b),
      sentence(first),
      plotTable<Pair>({
        label: `${a} against ${b} by scenario`,
        rows: pairs,
        kind: "comparison",
        name: ["scenario", ({ standing }) => scenarioLink(standing.scenario)],
        drawn: [drawn()],
        columns: [
          [left(`${a} is`), ({ word }) => word],
          [left("requests from the same CPU time"), ({ ratio }) => times(ratio)],
          [left(`us, ${a}`), ({ own }) => maybe(eachOf(own), eachWords)],
          [left(`us, ${b}`), ({ other }) => maybe(eachOf(other), eachWords)],
          [left("result"), ({ standing }) => proof(standing.from)],
        ],
      }),
      h(
        "p",
        { class: "hint" },
        "Each of the two raced the floor of its runtime. ",
        runtimeOf(a) !== runtimeOf(b) &&
          "They are of different runtimes, so the ratio goes over the race of the two floors, and is as uncertain. ",
        "To let the two race each other: ",
        h("code", {}, `npx -y pnpm@12.21.0 bench compare ${a} ${b}`),
      ),
      h(
        "p",
        {},
        link(`/compare/${slugOf(b)}/${slugOf(a)}/`, `${b} against ${a}`),
        " · ",
        frameworkLink(a.split("/")[0]!),
        " · ",
        frameworkLink(b.split("/")[0]!),
      ),
    ],
  };
}

function sentence({ standing, own, other, ratio, word }: Pair): Child {
  const [a, b] = [own.cell.target, other.cell.target];
  const claim = {
    faster: "faster.",
    slower: "slower.",
    "dead heat": "a dead heat, proven to be equal.",
    undecided: "undecided, since neither a difference nor a dead heat is proven.",
  }[word];
  return h(
    "p",
    { class: "sentence" },
    `${a} answers `,
    times(ratio),
    ` the requests of ${b} from the same CPU time in `,
    scenarioLink(standing.scenario),
    `: ${claim}`,
  );
}
