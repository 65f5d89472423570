import type { Trial } from "../provenance/trial.ts";
import { fitFor, loadFor, responsesFor, type RoundRecord } from "@deadheat/journal";
import {
  dearerIn,
  explainRounds,
  judgeTogether,
  rankServers,
  type RankedServers,
  LEAST_ROUNDS,
  MIX,
  reasonsOf,
  type Compared,
  type Comparison,
  type Judgement,
  type Versions,
} from "@deadheat/judge";
import { packagesOf, revisionOf } from "../measure/header.ts";
import type { Rounds } from "../measure/measure.ts";
import { runtimesOf, type ReadyPair } from "../measure/start.ts";
import type { Plan } from "../plan/plan.ts";
import type { ExplainedPair } from "../profile/collected.ts";
import { type Difference, differences, differingVersions } from "../provenance/packages.ts";
import { servedByOf } from "../ready/served-by.ts";

export interface Verdict {
  /** The comparisons, pair by pair, in request order. */
  readonly comparisons: Comparison[];
  /** The bases against themselves. */
  readonly control: Comparison[];
  /** The explanations in the order of the comparisons; null for too few profiled rounds. */
  readonly explained: readonly (ExplainedPair | null)[];
  /** The packages in which the servers differ; null if those of one server are unknown. */
  readonly loaded: Compared["loaded"];
  /** The ranks of more than two servers, by request; empty for two. */
  readonly ranking: RankedServers[];
}

/** Judges the rounds of all comparisons. Those of one pair are corrected together. */
export function judge(all: readonly Rounds[]): Verdict {
  const pairs = [...new Set(all.map(({ pair }) => pair))];
  const judged = pairs.flatMap((pair) => {
    const rounds = all.filter((one) => one.pair === pair);
    const judgements = judgeTogether(rounds);
    return rounds.map((one, i) => {
      const explained = explanationOf(one);
      const comparison = {
        ...comparisonOf(one, judgements[i] as Judgement),
        ...(explained && { explained: reasonsOf(explained.document) }),
        ...(one.functions !== null && {
          functions: dearerIn(
            explained?.document ?? null,
            one.functions,
            one.judgement.gate !== null,
          ),
        }),
      };
      return { role: pair.role, comparison, explained, records: one.records };
    });
  });
  const own = judged.filter(({ role }) => role === "comparison");
  const controls = judged.filter(({ role }) => role === "control");
  return {
    comparisons: own.map(({ comparison }) => comparison),
    control: controls.map(({ comparison }) => comparison),
    explained: own.map(({ explained }) => explained),
    ranking: rankingOf(own),
    loaded: loadedBy(pairs.filter(({ role }) => role === "comparison")),
  };
}

/** Ranks the servers of each request that more than one server was compared with; none for a single one. */
function rankingOf(
  own: readonly { readonly comparison: Comparison; readonly records: readonly RoundRecord[] }[],
): RankedServers[] {
  const byRequest = Map.groupBy(own, ({ comparison: { base, scenario } }) => `${base} ${scenario}`);
  return [...byRequest.values()]
    .filter((same) => new Set(same.map(({ comparison }) => comparison.new)).size > 1)
    .filter((same) =>
      same.every(({ comparison: { app, scenario } }) => app === null && scenario !== MIX),
    )
    .map(rankServers);
}

function comparisonOf(
  { pair, scenario, request, warnings, journal, services, rate }: Rounds,
  judgement: Judgement,
): Comparison {
  const { base, new: next, load: whole, app } = pair;
  const { warmup, connections, windowSeconds } = loadFor(whole, scenario);
  const fit = fitFor(whole, scenario);
  const byResponses = fit === null || fit.cpuSeconds === Number.MAX_SAFE_INTEGER;
  return {
    base: base.side.name,
    new: next.side.name,
    versions: { base: versionsOf(base), new: versionsOf(next) },
    packages: differingVersions(pair),
    scenario,
    ...(request.together && { together: [...request.together] }),
    ...judgement,
    // Each request of a mix has its own load.
    ...(scenario !== MIX && {
      load: {
        warmupRequests: responsesFor(warmup, runtimesOf({ base: base.side, new: next.side })),
        warmupCpuSeconds: byResponses ? null : fit.cpuSeconds,
        connections,
        windowSeconds,
        ...(rate !== null && { rate }),
      },
    }),
    ...(services.length > 0 && { services: [...services] }),
    warnings: [...warnings],
    journal,
    app,
  };
}

/** The level of the false discovery rate of the functions that a comparison names. */
const NAMED_LEVEL = 0.05;

/** Returns the explanation of profiled rounds; null if they are too few to tell a difference from chance. */
function explanationOf({ profiles, request, pair }: Rounds): ExplainedPair | null {
  if (profiles === null || profiles.rounds.length < LEAST_ROUNDS) return null;
  return profiles.explained(explainRounds(profiles.rounds, NAMED_LEVEL), request.name, pair.notes);
}

function versionsOf({ side, served }: Trial): Versions {
  const { version: framework, found, runtime, program } = side;
  const servedBy = servedByOf(served);
  if (program.kind === "running") {
    return { framework: null, runtimeName: null, runtime: null, servedBy };
  }
  const revision = revisionOf(side);
  return { framework, runtimeName: runtime, runtime: found.version, revision, servedBy };
}

function loadedBy(pairs: readonly ReadyPair[]): Verdict["loaded"] {
  const changed = new Map<string, Difference>();
  const packages = new Set<string>();
  for (const pair of pairs) {
    const [base, next] = [packagesOf(pair.base), packagesOf(pair.new)];
    if (base === null || next === null) return null;
    for (const { name, path } of next) packages.add(`${name} ${path}`);
    for (const change of differences(base, next)) changed.set(JSON.stringify(change), change);
  }
  return pairs.length === 0 ? null : { packages: packages.size, changed: [...changed.values()] };
}

/** Returns the facts of the document. @param gate the outcome of the gate; null for a comparison */
export function measuredOf<G extends Compared["gate"]>(
  { startedAt, repeat: command, names, effort }: Plan,
  { comparisons, control, loaded, ranking }: Verdict,
  gate: G,
  machine: Compared["machine"],
) {
  return {
    startedAt,
    ...names,
    comparisons,
    ...(ranking.length > 0 && { ranking }),
    control: effort.control ? control : null,
    gate,
    machine,
    loaded,
    command,
  };
}
