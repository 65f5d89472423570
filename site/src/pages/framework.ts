import { left, right } from "@deadheat/report";
import { formatCount, formatCpu, formatRatio } from "@deadheat/report/format";
import {
  h,
  icon,
  plotTable,
  runtimeName,
  scrolled,
  table,
  type Child,
} from "@deadheat/report/site-parts";
import { runtimes, type Runtime } from "@deadheat/journal";
import {
  eachOf,
  eachWords,
  fact,
  maybe,
  overOf,
  overWords,
  rankedCount,
  rankWords,
} from "../parts/fact.ts";
import { link, type Page } from "../parts/page.ts";
import { compareLink, floorName, frameworkLink, listed, proof } from "../parts/prose.ts";
import { scenarioLink } from "../parts/scenario.ts";
import { appOf, notesOf, type App } from "../read/app.ts";
import {
  cellOf,
  isBare,
  runtimesOf,
  slugOf,
  wellKnown,
  type Found,
  type Site,
  type Standing,
} from "../read/site.ts";
import { historySections } from "./changes.ts";

/** Returns a page for each framework, and their index. */
export function frameworkPages(site: Site): Page[] {
  return [indexPage(site), ...site.frameworks.map((framework) => frameworkPage(site, framework))];
}

function indexPage(site: Site): Page {
  const item = (framework: string) =>
    h(
      "li",
      {},
      frameworkLink(framework),
      " ",
      h(
        "small",
        {},
        runtimesOf(site, framework).map((r) => icon(r)),
      ),
    );
  return {
    path: "/frameworks/",
    title: "Web frameworks that were measured",
    description: "Every measured web framework: its ranks, its cost, its history and its code.",
    body: [
      h("h1", {}, "Frameworks"),
      h(
        "p",
        { class: "key" },
        runtimes.map((runtime) => h("span", {}, icon(runtime), runtimeName[runtime])),
      ),
      h("ul", { class: "list columns" }, site.frameworks.filter((name) => !isBare(name)).map(item)),
      h("h2", {}, "Servers without a framework, for comparison"),
      h("ul", { class: "list columns" }, site.frameworks.filter(isBare).map(item)),
    ],
  };
}

function frameworkPage(site: Site, framework: string): Page {
  const on = runtimesOf(site, framework);
  const app = appOf(framework);
  const { standings } = site;
  return {
    path: `/frameworks/${framework}/`,
    title: `${framework}: cost, ranks and history`,
    description: `What ${framework} costs on ${on.map((r) => runtimeName[r]).join(", ")}: CPU time of a request, ranks in every scenario, history by version.`,
    body: [
      h("h1", {}, framework),
      on.map((runtime) => summary(standings, framework, runtime)),
      h("h2", {}, "Ranks and cost in every scenario"),
      on.map((runtime) => scenariosTable(standings, framework, runtime)),
      historySections(
        site,
        ({ server }) => server === framework || server === app?.manifest.package,
      ),
      fixedRates(site, framework),
      neighbours(site, framework, on),
      app && notesSection(app),
      app && sourceSection(framework, app),
    ],
  };
}

/** Says in a sentence what the framework costs on a runtime, in the first scenario that has it. */
function summary(standings: readonly Standing[], framework: string, runtime: Runtime): Child {
  const target = `${framework}/${runtime}`;
  const standing = standings.find((one) => cellOf(one, target)?.cell.rank);
  const found = standing && cellOf(standing, target);
  if (!standing || !found) return null;
  const [over, own] = [overOf(found), eachOf(found)];
  return h(
    "p",
    { class: "sentence" },
    "On ",
    icon(runtime),
    runtimeName[runtime],
    " a request costs ",
    own && eachWords(own),
    " of CPU time",
    over && [": ", overWords(over), ` over ${floorName[runtime]}`],
    "; rank ",
    rankWords(found),
    " of ",
    fact(rankedCount(standing), String),
    " in ",
    scenarioLink(standing.scenario),
    ".",
  );
}

interface Row {
  readonly standing: Standing;
  readonly found: Found;
}

function scenariosTable(
  standings: readonly Standing[],
  framework: string,
  runtime: Runtime,
): Child {
  const rows = standings.flatMap((standing): Row[] => {
    const found = cellOf(standing, `${framework}/${runtime}`);
    return found?.cell.rank ? [{ standing, found }] : [];
  });
  if (rows.length === 0) return null;
  const heading = h("h3", {}, icon(runtime), link(`/runtimes/${runtime}/`, runtimeName[runtime]));
  return [
    heading,
    plotTable<Row>({
      label: `${framework} on ${runtimeName[runtime]}`,
      rows,
      name: ["scenario", ({ standing }) => scenarioLink(standing.scenario)],
      drawn: [
        {
          name: `requests per CPU second, to ${floorName[runtime]}`,
          of: ({ found }) => {
            const ratio = found.cell.efficiency!.toFloor;
            return [{ runtime, at: ratio.ratio, lo: ratio.lo, hi: ratio.hi }];
          },
          format: String,
          one: true,
        },
      ],
      columns: [
        [
          right("rank"),
          ({ found, standing }) => [rankWords(found), " of ", fact(rankedCount(standing), String)],
        ],
        [right("us a request"), ({ found }) => maybe(eachOf(found), eachWords)],
        [left(`over ${floorName[runtime]}`), ({ found }) => maybe(overOf(found), overWords)],
        [left("measured with"), ({ found }) => librariesOf(found)],
      ],
    }),
  ];
}

/** Lists the CPU time of a request at fixed rates, in a service that is not full. */
function fixedRates({ results }: Site, framework: string): Child {
  const found = results.flatMap((from) =>
    from.result.cells.flatMap((cell, index) =>
      cell.framework === framework && cell.cost ? [{ from, cell, index, cost: cell.cost }] : [],
    ),
  );
  if (found.length === 0) return null;
  const rows = found.flatMap(({ from, cell, index, cost }) =>
    cost.rates.map((rate, i) => {
      const at = (path: string) => [`${from.name}#cells.${index}.cost.rates.${i}.${path}`];
      const figure = (value: number | null, path: string, format: (value: number) => string) =>
        value === null ? null : fact({ value, from: at(path) }, format);
      const { toReference: to } = rate;
      return h(
        "tr",
        {},
        h("th", { scope: "row" }, icon(cell.runtime), cell.target),
        h("td", {}, figure(rate.rate, "rate", formatCount)),
        h("td", {}, figure(rate.cpuPerRequest, "cpuPerRequest", formatCpu)),
        h(
          "td",
          {},
          to && [
            figure(to.ratio, "toReference.ratio", formatRatio),
            " [",
            figure(to.lo, "toReference.lo", formatRatio),
            ", ",
            figure(to.hi, "toReference.hi", formatRatio),
            "]",
          ],
        ),
        h("td", {}, cost.reference),
        h("td", {}, proof(from)),
      );
    }),
  );
  const head = [
    "target",
    "requests a second",
    "CPU time of a request",
    "to the reference",
    "reference",
    "result",
  ];
  return [
    h("h2", {}, "In a service that is not full"),
    h(
      "p",
      { class: "hint" },
      "Both servers of a pair get the same rate, far below what they could answer.",
    ),
    scrolled("Cost at fixed rates", table(head, rows)),
  ];
}

function librariesOf({ cell }: Found): Child {
  return h("small", {}, (cell.libraries ?? []).map(({ name }) => name).join(", "));
}

/** Links to the comparisons with the frameworks that most readers know. */
function neighbours(site: Site, framework: string, on: readonly Runtime[]): Child {
  const links = on.flatMap((runtime) => {
    const own = `${framework}/${runtime}`;
    const others = wellKnown
      .map((name) => `${name}/${runtime}`)
      .filter((target) => target !== own && site.targets.includes(target));
    return [
      h(
        "li",
        {},
        icon(runtime),
        h("b", {}, own),
        " against ",
        listed([
          ...others.map((other) => compareLink(own, other, other)),
          link(`/compare/${slugOf(own)}/`, "any other"),
        ]),
      ),
    ];
  });
  return [h("h2", {}, "Head to head"), h("ul", { class: "list" }, links)];
}

function notesSection(app: App): Child {
  const notes = notesOf(app);
  if (notes.length === 0) return null;
  return [
    h("h2", {}, "What is not the default"),
    h(
      "dl",
      { class: "notes" },
      notes.map(([about, words]) => [h("dt", {}, about), h("dd", {}, h("code", {}, words))]),
    ),
  ];
}

function sourceSection(framework: string, { files, manifest }: App): Child {
  return [
    h("h2", {}, "The server that was measured"),
    h(
      "p",
      { class: "hint" },
      h("code", {}, `apps/${framework}`),
      ", as ",
      h("code", {}, manifest.homepage),
      " shows it.",
    ),
    files.map(({ path, text }, i) =>
      h(
        "details",
        { open: i === 0 && text.length < 3000 },
        h("summary", {}, h("code", {}, path)),
        h("pre", { tabindex: 0 }, h("code", {}, text)),
      ),
    ),
  ];
}
