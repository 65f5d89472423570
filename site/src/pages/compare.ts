import { left, type Column } from "@deadheat/report";
import { formatRatio } from "@deadheat/report/format";
import { html, icon, plotTable, ratios, type Child } from "@deadheat/report/site-parts";
import { runtimeOf } from "@deadheat/journal";
import { between, eachText } from "../parts/fact.ts";
import { pairsOf, times, type Pair } from "../parts/pair.ts";
import { link, type Page } from "../parts/page.ts";
import { compareLink, frameworkLink, list, proof } from "../parts/prose.ts";
import { scenarioLink } from "../parts/scenario.ts";
import { slugOf, type Site } from "../read/site.ts";

/** Returns the pages of comparisons: all targets, one against all others, and one for each pair. */
export function comparePages(site: Site): Page[] {
  return [
    indexPage(site),
    ...site.targets.flatMap((target) => {
      const others = site.targets.filter((other) => other !== target);
      const pairs = others.map((other) => pairsOf(site, target, other));
      const firsts = pairs.flatMap(([first]) => first ?? []);
      return [
        againstAll(target, firsts),
        ...pairs.filter(({ length }) => length > 0).map(pairPage),
      ];
    }),
  ];
}

function indexPage({ targets }: Site): Page {
  const links = targets.map((name) => [
    icon(runtimeOf(name)),
    link(`/compare/${slugOf(name)}/`, name),
  ]);
  return {
    path: "/compare/",
    title: "Compare two servers",
    description: "Compare two web frameworks on their runtimes in every scenario.",
    body: html`<h1>Compare two</h1>
      <p>Choose the first of the two.</p>
      ${list(links, "list columns")}`,
  };
}

const drawn = ratios<Pair>("ratio", ({ own, ratio: { ratio, lo, hi } }) => [
  { runtime: own.cell.runtime, at: ratio.value, lo: lo.value, hi: hi.value },
]);

function outcomeColumns(target: string): [Column, (pair: Pair) => Child][] {
  return [
    [left(`${target} is`), ({ verdict }) => verdict],
    [left("requests from the same CPU time"), ({ ratio }) => times(ratio)],
    [
      left("in another hour"),
      ({ hour }) => (hour === null ? "not known" : between(hour.lo, hour.hi, formatRatio)),
    ],
  ];
}

/** @param pairs the target with each other one, in the first scenario that both serve */
function againstAll(target: string, pairs: readonly Pair[]): Page {
  const table = plotTable<Pair>({
    label: `${target} against every other`,
    rows: pairs.toSorted((a, b) => b.ratio.ratio.value - a.ratio.ratio.value),
    name: [
      "against",
      ({ other: { cell } }) => [icon(cell.runtime), compareLink(target, cell.target, cell.target)],
    ],
    drawn: [drawn],
    columns: [
      ...outcomeColumns(target),
      [left("in"), ({ standing }) => scenarioLink(standing.scenario)],
    ],
  });
  return {
    path: `/compare/${slugOf(target)}/`,
    title: `${target} against every other server`,
    description: `${target} compared with every other measured server.`,
    body: html`<h1>${icon(runtimeOf(target))}${target} against every other</h1>
      <p class="hint">
        In the first scenario that both serve. A name opens all scenarios of the two.
      </p>
      ${table}`,
  };
}

/** @param pairs the same two targets in every scenario that both serve, at least one */
function pairPage(pairs: readonly Pair[]): Page {
  const [first] = pairs as [Pair];
  const [a, b] = [first.own, first.other].map(({ cell }) => cell.target) as [string, string];
  const table = plotTable<Pair>({
    label: `${a} against ${b} by scenario`,
    rows: pairs,
    name: ["scenario", ({ standing }) => scenarioLink(standing.scenario)],
    drawn: [drawn],
    columns: [
      ...outcomeColumns(a),
      [left(`µs, ${a}`), ({ own }) => eachText(own)],
      [left(`µs, ${b}`), ({ other }) => eachText(other)],
      [left("result"), ({ standing }) => proof(standing.from)],
    ],
  });
  const across =
    runtimeOf(a) !== runtimeOf(b) &&
    "They are of different runtimes, so the ratio goes over the race of the two floors, and is as uncertain. ";
  return {
    path: `/compare/${slugOf(a)}/${slugOf(b)}/`,
    title: `${a} against ${b}`,
    description: `${a} and ${b} compared in every scenario that both serve, with intervals.`,
    body: html`<h1>${icon(runtimeOf(a))}${a} against ${icon(runtimeOf(b))}${b}</h1>
      ${sentence(first)} ${table}
      <p class="hint">
        Each of the two raced the floor of its runtime. ${across}<b>In another hour</b> on this
        class of machine, the ratio is within those limits in 95 % of the hours: a busy host slows
        different servers differently. It is not known if it could be more than twice as much. To
        let the two race each other:
        <code>npx -y pnpm@12.21.0 bench compare ${a} ${b}</code>
      </p>
      <p>
        ${link(`/compare/${slugOf(b)}/${slugOf(a)}/`, `${b} against ${a}`)} ·
        ${frameworkLink(a.split("/")[0]!)} · ${frameworkLink(b.split("/")[0]!)}
      </p>`,
  };
}

function sentence({ standing, own, other, ratio, verdict }: Pair): Child {
  const claim = {
    faster: "faster.",
    slower: "slower.",
    tie: "a tie, proven to be equal.",
    undecided: "undecided, since neither a difference nor a tie is proven.",
  }[verdict];
  return html`<p class="sentence">
    ${own.cell.target} answers ${times(ratio)} the requests of ${other.cell.target} from the same
    CPU time in ${scenarioLink(standing.scenario)}: ${claim}
  </p>`;
}
