import { exact, type Between, type LogEstimate, type Prior } from "@deadheat/stats";
import { unsteadiness } from "../rounds.ts";
import { neverCalm } from "./another-hour.ts";
import { cellEstimate, measuredRatio } from "../cell/estimate.ts";
import { priorsOf } from "../cell/prior.ts";
import { medianOf } from "../cell/process.ts";
import { bridgeEstimate, bridgesOf } from "./bridges.ts";
import { isFloor, floors, runtimes, type Runtime, isCold, type Settings } from "@deadheat/journal";
import { cellOf, missingCell, isWide } from "../cell/cell.ts";
import { bridgeCosts } from "../cell/cost.ts";
import { betweenInstances, instancesOf, lettersOf, varianceOf } from "../instances.ts";
import { inVersions } from "../history/history.ts";
import type { MergeInput } from "./input.ts";
import type { PooledTarget } from "../gather.ts";
import { rank, type Ranking } from "../rank.ts";
import { byCertainty } from "../known.ts";
import { RESULT_SCHEMA, type Cell, type Result } from "../documents/result.ts";
import { instanceWarnings } from "./instance-warnings.ts";
import { orderOf } from "./order.ts";
import { runWarnings } from "./run-warnings.ts";
import { boundedInterval } from "../rules/precision.ts";

/** Merges journals into one result. Pure: the same journals give the same result. */
export function merge(input: MergeInput): Result {
  const { targets, settings } = input;
  // In a split run a target may have a journal and no cell in this scenario.
  const missing = new Set(input.missing.map(({ target, scenario }) => `${target} ${scenario}`));
  const instances = instancesOf(targets);
  const differ = instances.length > 1 ? betweenInstances(targets) : undefined;
  const between = varianceOf(differ);
  const priors = priorsOf(
    targets.flatMap(({ rounds }) => rounds),
    settings.scenarios,
    settings.load,
  );
  const priorFor = (scenario: string) => priors.get(scenario) as Prior;
  const cells = [
    ...targets.flatMap((target) => {
      const rounds = Map.groupBy(target.rounds, (round) => round.scenario);
      return settings.scenarios
        .filter((scenario) => !missing.has(`${target.target} ${scenario}`))
        .map((scenario): Cell => {
          const own = rounds.get(scenario) ?? [];
          const whose = (own.length > 0 ? own : target.instances).map(({ instance }) => instance);
          const cell = cellOf(target, scenario, own, input, between, priorFor(scenario));
          return { ...cell, ...lettersOf(whose, instances) };
        });
    }),
    ...input.missing.map(missingCell),
  ];
  const bridges = bridgesOf(targets, instances, between, priors);
  // Servers that were measured against different references have no common scale, so they have no ranks.
  const ranks = !input.history && cells.every(({ against }) => against === undefined);
  const differences: Result["differences"] = [];
  const rankings = new Map<string, Ranking>();
  const byScenario = Map.groupBy(inOrder(cells, settings), (cell) => cell.scenario);
  for (const scenario of settings.scenarios) {
    const own = byScenario.get(scenario) ?? [];
    const prior = priorFor(scenario);
    const ranking = rankScenario(ranks ? own : [], bridges, scenario, input, between, prior);
    if (ranks) applyRanking(own, ranking);
    rankings.set(scenario, ranking);
    const { pairs, decided, ties, undecided } = ranking;
    differences.push({ scenario, pairs, decided, prior, ties, undecided });
  }
  const order = orderOf(rankings);
  for (const own of byScenario.values()) bridgeCosts(own, between);
  const noise = noiseOf(targets, settings, ownReferenceIn(input) ?? floors.node);
  const { machine, tools } = settings;
  return {
    schema: RESULT_SCHEMA,
    run: input.run,
    machine,
    tools,
    services: settings.services ?? null,
    instances,
    ...(differ ? { between: differ } : {}),
    ...(input.shards ? { shards: input.shards } : {}),
    floors: { ...floors },
    bridges,
    noise,
    margin: input.margin,
    differences,
    ...(order && { order }),
    cells: [...byScenario.values()].flatMap(sorted),
    ...(input.history &&
      inVersions(input.history, cells, {
        margin: input.margin,
        differences,
        runId: input.run.id,
      })),
    retired: (input.retired ?? []).filter(({ retired }) =>
      cells.some((cell) => cell.target === retired.kin),
    ),
    warnings: [
      ...input.warnings,
      ...runWarnings(input, noise),
      ...instanceWarnings(instances, differ),
      ...unsteadiness(
        targets.flatMap((target) => target.rounds),
        instances,
      ),
      ...neverCalm({ machine, cells, bridges, noise }),
    ],
  };
}

/** Returns the reference whose A/A row shows the noise of the run, if its servers name their references. */
function ownReferenceIn({ history, targets }: MergeInput): string | undefined {
  if (history) return history.series[0]?.reference;
  return targets.find(({ target, run }) => run.against === target)?.target;
}

function rankScenario(
  cells: readonly Cell[],
  bridges: Result["bridges"],
  scenario: string,
  { margin, alpha }: MergeInput,
  between: Between | null,
  prior: Prior,
): Ranking {
  const known = new Map<Runtime, LogEstimate>([["node", exact()]]);
  // The cells of a store that does not run on Node have no bridge: they are ranked by their floor.
  for (const runtime of runtimes) if (!isOnNode(cells)) known.set(runtime, exact());
  for (const bridge of bridges) {
    const runtime = runtimes.find((r) => floors[r] === bridge.floor);
    if (runtime && bridge.scenario === scenario && !bridge.rounds.some(isCold)) {
      known.set(runtime, bridgeEstimate(bridge, between, prior));
    }
  }
  const ranked = cells.flatMap((cell) => {
    if (cell.efficiency === null || !known.has(cell.runtime)) return [];
    const { rounds } = cell.efficiency.toFloor;
    if (rounds.some(isCold)) return [];
    const toFloor = isFloor(cell.target) ? exact() : cellEstimate(rounds, between, prior);
    return [{ target: cell.target, runtime: cell.runtime, toFloor }];
  });
  return rank(ranked, known, margin, alpha);
}

/** Returns true if the scenario runs on Node. Otherwise its cells are ranked by their floor alone. */
function isOnNode(cells: readonly Cell[]): boolean {
  return cells.some(({ runtime, status }) => runtime === "node" && status !== "unsupported");
}

function applyRanking(cells: readonly Cell[], ranking: Ranking): void {
  for (const cell of cells) {
    if (cell.efficiency === null) continue;
    const place = ranking.order.find((ranked) => ranked.target === cell.target);
    if (!place && cell.efficiency.toFloor.rounds.some(isCold)) continue;
    if (!place) {
      // Without a bridge there is no ratio to node-http/node, so the cell cannot be ranked.
      cell.status = "limited";
      cell.reason ??= `the bridge of ${cell.runtime} could not be measured, or is cold`;
      cell.efficiency.toNodeHttp = null;
      continue;
    }
    const { ratio, lo, hi } = boundedInterval(place.toNodeHttp);
    cell.efficiency.toNodeHttp = isOnNode(cells) ? { ratio, lo, hi } : null;
    cell.rank = place.rank;
    cell.tieGroup = place.tieGroup;
  }
}

function noiseOf(
  targets: readonly PooledTarget[],
  settings: Settings,
  whose: string,
): Result["noise"] {
  const all = targets.flatMap((target) => target.rounds);
  // Other references meet themselves too, but the machine's noise is that of one.
  const own = all.filter((b) => b.role === "aa" && b.void === null && b.new === whose);
  const first = settings.scenarios.find((name) => own.some((b) => b.scenario === name));
  const aa = own.filter((b) => b.scenario === first);
  const typical = (name: "steal" | "foreign" | "pressure") =>
    medianOf(all.flatMap((round) => round.machine?.[name] ?? []));
  return {
    aa: aa.length < 2 ? null : measuredRatio(aa),
    steal: typical("steal"),
    foreign: typical("foreign"),
    pressure: typical("pressure"),
  };
}

function inOrder(cells: readonly Cell[], { scenarios }: Settings): Cell[] {
  return cells.toSorted((a, b) => scenarios.indexOf(a.scenario) - scenarios.indexOf(b.scenario));
}

/** Sorts cells for display: ranked cells by certainty, then by their ratio. */
function sorted(cells: readonly Cell[]): Cell[] {
  return cells.toSorted(
    (a, b) =>
      byCertainty(a, b) ||
      Number(isWide(a)) - Number(isWide(b)) ||
      ratioOf(b) - ratioOf(a) ||
      (a.target < b.target ? -1 : 1),
  );
}

/** Returns the ratio by which cells of equal certainty are sorted. */
function ratioOf({ efficiency, rank: place }: Cell): number {
  const ratio = efficiency?.toNodeHttp ?? (place === null ? null : efficiency?.toFloor);
  return ratio?.ratio ?? -1;
}
