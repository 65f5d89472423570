import { runtimeOf, runtimes, runtimesIn, storeOf, type Runtime } from "@deadheat/journal";
import type { Cell } from "@deadheat/judge";
import { requestCosts } from "@deadheat/report/site-parts";
import { stepsOf, type Step } from "./history.ts";
import type { LeftOut, Published } from "./published.ts";

/** A cell, and where it lies. */
export interface SiteCell {
  readonly from: Published;
  /** The index in the result's cells. */
  readonly index: number;
  readonly cell: Cell;
}

/** A scenario as the site shows it: from one result, because numbers of two machines or runs are never mixed. */
export interface Standing {
  readonly scenario: string;
  /** The store behind the handler; null for none. */
  readonly store: string | null;
  readonly from: Published;
  /** The cells in the result's order. */
  readonly cells: readonly SiteCell[];
  /** The other results with this scenario, the latest first. */
  readonly others: readonly Published[];
}

export interface Site {
  readonly results: readonly Published[];
  readonly leftOut: readonly LeftOut[];
  readonly standings: readonly Standing[];
  /** The steps of all histories. Those are of versions, and have no ranks. */
  readonly steps: readonly Step[];
  /** The measured targets, sorted by name. */
  readonly targets: readonly string[];
  readonly frameworks: readonly string[];
}

export function siteOf(results: readonly Published[], leftOut: readonly LeftOut[]): Site {
  const runs = results.filter(({ result }) => result.history === undefined);
  const scenarios = [...new Set(runs.flatMap(scenariosOf))];
  const standings = scenarios.flatMap((scenario) => standingOf(scenario, runs) ?? []);
  const cells = standings.flatMap((standing) => standing.cells).filter(isMeasured);
  const unique = (names: readonly string[]) => [...new Set(names)].toSorted();
  return {
    results,
    leftOut,
    standings: standings.toSorted(byUse),
    steps: results.flatMap(stepsOf),
    targets: unique(cells.map(({ cell }) => cell.target)),
    frameworks: unique(cells.map(({ cell }) => cell.framework)),
  };
}

/** Scenarios that most readers ask for come first: without a store, then those with the most targets. */
function byUse(a: Standing, b: Standing): number {
  const first = ["text", "json", "params", "echo"];
  const place = ({ scenario }: Standing) => (first.indexOf(scenario) + first.length + 1) % 5;
  return (
    Number(a.store !== null) - Number(b.store !== null) ||
    place(a) - place(b) ||
    rankedOf(b).length - rankedOf(a).length
  );
}

/** Returns the result that has the most ranked targets of a scenario, the latest of several. */
function standingOf(scenario: string, results: readonly Published[]): Standing | null {
  const having = results
    .map((from) => ({ from, cells: cellsOf(from, scenario) }))
    .filter(({ cells }) => cells.some(isRanked))
    .toSorted(
      (a, b) =>
        b.cells.filter(isRanked).length - a.cells.filter(isRanked).length ||
        (a.from.result.run.startedAt < b.from.result.run.startedAt ? 1 : -1),
    );
  const [best, ...others] = having;
  if (!best) return null;
  const store = storeOf(scenario, best.from.result.services);
  return { scenario, store, ...best, others: others.map(({ from }) => from) };
}

/** The cells of each result by scenario. Thousands of pages ask for them. */
const known = new WeakMap<Published, Map<string, SiteCell[]>>();

function cellsOf(from: Published, scenario: string): SiteCell[] {
  const own = known.getOrInsertComputed(from, () =>
    Map.groupBy(foundIn(from), ({ cell }) => cell.scenario),
  );
  return own.get(scenario) ?? [];
}

export function foundIn(from: Published): SiteCell[] {
  return from.result.cells.map((cell, index) => ({ from, index, cell }));
}

const isRanked = ({ cell }: SiteCell) => cell.rank !== null;
const isMeasured = ({ cell }: SiteCell) => cell.efficiency !== null;

export function scenariosOf({ result }: Published): string[] {
  return [...new Set(result.cells.map(({ scenario }) => scenario))];
}

/** Returns the ranked cells, the fastest first. */
export function rankedOf({ cells }: Standing): readonly SiteCell[] {
  return cells.filter(isRanked);
}

export function isRankedOn(standing: Standing, runtime: Runtime): boolean {
  return rankedOf(standing).some(({ cell }) => cell.runtime === runtime);
}

export function cellOf({ cells }: Standing, target: string): SiteCell | undefined {
  return cells.find(({ cell }) => cell.target === target);
}

/** The costs of the ranked cells of each result. Thousands of pages ask for them. */
const costs = new WeakMap<Published, ReturnType<typeof requestCosts>>();

/** Returns what a request of a ranked cell costs, as the report has it. */
export function costOf({ from, cell }: SiteCell) {
  const own = costs.getOrInsertComputed(from, ({ result }) => {
    const ranked = result.cells.filter(({ rank }) => rank !== null);
    const scenarios = Map.groupBy(ranked, ({ scenario }) => scenario);
    return new Map([...scenarios.values()].flatMap((cells) => [...requestCosts(cells, result)]));
  });
  return own.get(cell);
}

/** Returns the runtimes that the site is about. */
export function measuredRuntimes({ targets }: Pick<Site, "targets">): readonly Runtime[] {
  return runtimesIn(targets.map(runtimeOf));
}

export function runtimesOf(site: Site, framework: string): Runtime[] {
  return runtimes.filter((runtime) => site.targets.includes(`${framework}/${runtime}`));
}

/** The frameworks that most readers look for, in no order that means anything. */
export const wellKnown = ["express", "fastify", "hono", "koa", "elysia"];

const bare = new Set(["node-http", "node-net", "fetch", "bun-serve", "uwebsockets"]);

/** Returns true for a server without a framework, which is measured for comparison. */
export function isBare(framework: string): boolean {
  return bare.has(framework);
}

/** Returns a target's part of an address: `hono-bun`. */
export function slugOf(target: string): string {
  return target.replace("/", "-");
}
