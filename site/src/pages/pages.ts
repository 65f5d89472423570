import { pageCosts, type PageCost } from "@deadheat/judge";
import { formatBytes, formatLatency } from "@deadheat/report/format";
import { html, namedRow, scrolled, table, type Child } from "@deadheat/report/site-parts";
import {
  eachWords,
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
  const tables = boardsOf(site).flatMap((board) => [
    ...Map.groupBy(board, ({ found }) => found.cell.scenario).values(),
  ]);
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
        tables.length > 0
          ? tables.map(
              (board) =>
                html`<h2>${titleOf(board)}</h2>
                  ${boardTable(board)}
                  <p class="hint">
                    The times follow from the ratios of the rounds, which have 95 % intervals, and
                    from the floor's average time over the run. The build was timed once.
                    ${board[0] && proof(board[0].found.from, "Machine, date and rounds")}
                  </p>`,
            )
          : html`<p>No result has been published yet.</p>`
      }`,
  };
}

/** Returns what was rendered, and the frameworks of the run. */
function titleOf(board: readonly Board[]): Child {
  const scenario = board[0]?.found.cell.scenario ?? "";
  const frameworks = board.filter(isFramework).map(({ found }) => found.cell.framework);
  const what = named[scenario] ?? scenario;
  return frameworks.length === 0 ? what : html`${what}: ${listed(frameworks)}`;
}

const columns: readonly (readonly [string, (own: Board) => Child])[] = [
  ["CPU per page", (own) => eachWords(cpuOf(own))],
  ["over its renderer", (own) => isFramework(own) && overWords(overOf(own))],
  ["over the floor", (own) => overWords(overFloorOf(own))],
  ["p99 at a fixed rate", latencyIn],
  ["memory growth", growthIn],
  [
    "start",
    ({ found }) => factIn(found, "startup.firstByte", (seconds) => `${seconds.toFixed(2)} s`),
  ],
  ["memory, idle", ({ found }) => factIn(found, "memory.idle", formatBytes)],
  ["peak", ({ found }) => factIn(found, "memory.peak", formatBytes)],
  ["response", ({ found }) => factIn(found, "response.bytes", formatBytes)],
  ["installed", ({ found }) => factIn(found, "install.bytes", formatBytes)],
  ["packages", ({ found }) => factIn(found, "install.packages", String)],
  [
    "build",
    ({ found }) => factIn(found, "install.buildSeconds", (seconds) => `${seconds.toFixed(0)} s`),
  ],
  ["version", ({ found }) => quote(found.cell.version, field(found, "version"))],
];

function boardTable(board: readonly Board[]): Child {
  const rows = board.map((own) =>
    namedRow(
      own.found.cell.target,
      columns.map(([, of]) => of(own)),
    ),
  );
  return scrolled("What a page costs", table(["server", ...columns.map(([name]) => name)], rows));
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
