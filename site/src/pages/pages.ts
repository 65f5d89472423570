import { pageCosts, type PageCost } from "@deadheat/judge";
import { left, right, type Column } from "@deadheat/report";
import { formatBytes, formatCpu, formatLatency } from "@deadheat/report/format";
import { html, plotTable, type Child, type Mark } from "@deadheat/report/site-parts";
import {
  dateOf,
  eachWords,
  fact,
  factIn,
  field,
  intervalBy,
  overWords,
  quote,
  type Interval,
  type Metric,
} from "../parts/fact.ts";
import type { Page } from "../parts/page.ts";
import { listed, proof } from "../parts/prose.ts";
import type { SiteCell, Site } from "../read/site.ts";

/** A page on a server, where its result has it, and what it costs. */
interface Board {
  readonly found: SiteCell;
  readonly cost: PageCost;
}

/** The pages in words. */
const named: Readonly<Record<string, string>> = {
  "page-list": "A list of a hundred products",
  "page-product": "One product, whose loader waits for five milliseconds",
  "page-search": "Text from a query",
};

/** Returns the costs of pages by run, the latest one first. */
function boardsOf({ results }: Site): readonly (readonly Board[])[] {
  return results
    .filter(({ result }) => result.run.profile.startsWith("ssr"))
    .toSorted((a, b) => (a.result.run.startedAt < b.result.run.startedAt ? 1 : -1))
    .map((from) =>
      pageCosts(from.result.cells)
        .map((cost) => ({
          cost,
          found: { from, cell: cost.cell, index: from.result.cells.indexOf(cost.cell) },
        }))
        .toSorted((a, b) => a.cost.cpu.mean - b.cost.cpu.mean),
    );
}

const intervalOf =
  (of: "cpu" | "over" | "overFloor", by: NonNullable<Metric["by"]>) =>
  ({ cost, found }: Board): Interval =>
    intervalBy(by, [field(found, "cpuPerRequest")], cost[of].mean, cost[of]);

const cpuOf = intervalOf("cpu", "page");
const overOf = intervalOf("over", "page-over");
const overFloorOf = intervalOf("overFloor", "page-over-floor");

const isFramework = ({ found }: Board) => !found.cell.against?.startsWith("page-floor/");

/** Says in one sentence what a page costs; null if nothing was published. */
export function pageSentence(site: Site): Child {
  const all = boardsOf(site)
    .flat()
    .filter(({ found }) => found.cell.scenario === "page-list");
  const latest = new Map(all.toReversed().map((own) => [own.found.cell.target, own]));
  const board = [...latest.values()].toSorted((a, b) => a.cost.cpu.mean - b.cost.cpu.mean);
  const said = board.filter(isFramework).map((own) => {
    const { framework, against = "" } = own.found.cell;
    const renderer = against.slice(0, against.indexOf("/"));
    return html`${framework} ${overWords(overOf(own))} to ${renderer}`;
  });
  const [cheapest] = board;
  if (!cheapest || said.length === 0) return null;
  return html`<li>
    <b>What does a page cost?</b> Rendering a list of a hundred products takes
    ${cheapest.found.cell.framework} ${eachWords(cpuOf(cheapest))} of CPU time; frameworks add to
    their renderers: ${listed(said)}.
    <a href="/pages/">All of them</a>
  </li>`;
}

/** Returns the board of server-side rendering. */
export function pagesPage(site: Site): Page {
  const boards = Map.groupBy(
    boardsOf(site).flatMap((board, run) => board.map((own) => ({ ...own, run }))),
    ({ found }) => found.cell.scenario,
  );
  return {
    path: "/pages/",
    title: "What a server-rendered page costs",
    description:
      "CPU time per page of Next, Nuxt, SvelteKit, Astro and others, over their renderers, with intervals.",
    body: html`<h1>What does a server-rendered page cost?</h1>
      <p>
        Each server renders the same pages, which a check reads as a browser does: text, headings,
        links and classes. Every page tells the time, so that no page can come from a cache. A
        framework runs beside its renderer alone, and a renderer beside a floor that sends the same
        HTML from a buffer: what the framework adds is measured in the same moment on the same CPU.
        The load accepts no compression.
      </p>
      ${
        boards.size > 0
          ? [...boards.values()].map(boardView)
          : html`<p>No result has been published yet.</p>`
      }`,
  };
}

/** A server of a board: what its page costs in each run that measured it, the latest one first. */
type Row = readonly [Board, ...Board[]];

function boardView(all: readonly Board[]): Child {
  const rows = [...Map.groupBy(all, ({ found }) => found.cell.target).values()]
    .map((runs) => runs as unknown as Row)
    .toSorted(([a], [b]) => a.cost.cpu.mean - b.cost.cpu.mean);
  const scenario = all[0]?.found.cell.scenario ?? "";
  const sources = [...new Set(all.map(({ found }) => found.from))];
  const dates = sources.map((from) => [
    dateOf(from.result.run.startedAt, `${from.name}#run.startedAt`),
    " ",
    proof(from, "machine, date and rounds"),
  ]);
  return html`<h2>${named[scenario] ?? scenario}</h2>
    <p class="key drawn">
      <span
        ><span class="swatch part"></span>the renderer, or all of a server that builds on none</span
      >
      <span><span class="swatch rest node"></span>what the framework adds</span>
    </p>
    ${boardTable("What a page costs", rows, costColumns, [
      { name: "CPU time per page", of: marksOf, format: formatCpu },
    ])}
    <p class="hint">
      The times follow from the ratios of the rounds, which have 95 % intervals, and from the
      floor's average time over the run. Measured: ${listed(dates)}.
    </p>
    ${spreads(rows.filter((row) => row.length > 1))}
    <h3>Latency, startup time, memory and size</h3>
    ${boardTable("Latency, startup time, memory and size", rows, otherColumns)}
    <p class="hint">The latest run that measured a server. The build was timed once.</p>`;
}

/** Returns the mark of each run; the bars are those of the latest one. */
function marksOf(row: Row): Mark[] {
  return row.map(({ cost: { cell, cpu, over } }, i) => ({
    runtime: cell.runtime,
    at: cpu.mean,
    lo: cpu.lo,
    hi: cpu.hi,
    ...(i === 0 && { split: isFramework(row[0]) ? cpu.mean - over.mean : cpu.mean }),
  }));
}

/** Says how far the runs of the same servers are apart, and why their times are not mixed. */
function spreads(rows: readonly Row[]): Child {
  if (rows.length === 0) return null;
  return html`<p class="hint">
    Several runs measured ${listed(rows.map(spreadWords))}. The machine differed and the page did
    not. So the drawing shows each run, the numbers are those of the latest one, and no average
    mixes them.
  </p>`;
}

/** Returns `solid/node (731 and 861 µs, 18 % apart; 21.1 and 21.3 times the floor of the run, 1 % apart)`. */
function spreadWords(row: Row): Child {
  const from = row.map(({ found }) => field(found, "cpuPerRequest"));
  const apart = (by: "page-spread" | "page-times-spread", values: readonly number[]) =>
    fact({ value: Math.max(...values) / Math.min(...values) - 1, from, by }, percent);
  const cpus = row.map(({ cost }) => cost.cpu.mean);
  const times = row.map(({ cost: { cpu, overFloor } }) => cpu.mean / (cpu.mean - overFloor.mean));
  const multiples = times.map((value, i) =>
    fact({ value, from: [from[i] ?? ""], by: "page-times" }, (multiple) => multiple.toFixed(1)),
  );
  return html`${row[0].found.cell.target} (${listed(row.map((own) => eachWords(cpuOf(own))))},
  ${apart("page-spread", cpus)} apart; ${listed(multiples)} times the floor of the run,
  ${apart("page-times-spread", times)} apart)`;
}

const percent = (share: number) => `${(100 * share).toFixed(0)} %`;

type Columns = readonly (readonly [Column, (own: Board) => Child])[];

const costColumns: Columns = [
  [right("CPU per page"), (own) => eachWords(cpuOf(own))],
  [right("over its renderer"), (own) => isFramework(own) && overWords(overOf(own))],
  [right("over the floor"), (own) => overWords(overFloorOf(own))],
];

const otherColumns: Columns = [
  [right("p99 at a fixed rate"), latencyIn],
  [right("memory growth"), growthIn],
  [
    right("start"),
    ({ found }) => factIn(found, "startup.firstByte", (seconds) => `${seconds.toFixed(2)} s`),
  ],
  [right("idle memory"), ({ found }) => factIn(found, "memory.idle", formatBytes)],
  [right("peak memory"), ({ found }) => factIn(found, "memory.peak", formatBytes)],
  [right("response"), ({ found }) => factIn(found, "response.bytes", formatBytes)],
  [right("installed"), ({ found }) => factIn(found, "install.bytes", formatBytes)],
  [right("packages"), ({ found }) => factIn(found, "install.packages", String)],
  [
    right("build"),
    ({ found }) => factIn(found, "install.buildSeconds", (seconds) => `${seconds.toFixed(0)} s`),
  ],
  [left("version"), ({ found }) => quote(found.cell.version, field(found, "version"))],
];

/** Returns a table of the latest runs, without the columns of what no server has. */
function boardTable(
  label: string,
  rows: readonly Row[],
  columns: Columns,
  drawn: Parameters<typeof plotTable<Row>>[0]["drawn"] = [],
): Child {
  return plotTable<Row>({
    label,
    rows,
    name: ["server", ([{ found }]) => found.cell.target],
    drawn,
    columns: columns
      .filter(([, of]) => rows.some(([latest]) => Boolean(of(latest))))
      .map(([column, of]) => [column, ([latest]) => of(latest)]),
  });
}

/** Returns the 99th percentile of the open loop, and its rate. */
function latencyIn({ found }: Board): Child {
  const i = found.cell.openLoop.findIndex(({ common, p99 }) => common && p99 !== null);
  if (i < 0) return null;
  return html`${factIn(found, `openLoop.${i}.p99`, formatLatency)} at
  ${factIn(found, `openLoop.${i}.rate`, String)}/s`;
}

/** Returns what a page leaves in memory, if that was measured. */
function growthIn({ found }: Board): Child {
  const { growth } = found.cell;
  if (!growth) return null;
  if (growth.new.verdict !== "grows")
    return growth.new.verdict === "undecided" ? "not certain" : "none";
  return factIn(found, "growth.new.perResponse", formatBytes);
}
