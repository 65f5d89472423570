import { join } from "node:path";
import {
  COMPARED_SCHEMA,
  COMPARISON_MARGIN,
  judgeTogether,
  requireBudget,
  settingsWarnings,
  stoppingFor,
  worstOutcome,
  type Compared,
  type Comparison,
  type Limits,
  type Versions,
} from "@deadheat/judge";
import {
  concurrencyWarnings,
  drawSeed,
  furtherSeconds,
  limitWarnings,
  roundSeconds,
  thisInstance,
  COMPARISON_WINDOW_SECONDS,
  type Hold,
} from "@deadheat/measure";
import { headerOf } from "@deadheat/runner";
import type { CompareOptions as Asked } from "deadheat";
import type { Io } from "deadheat/cli";
import {
  compareEntrants,
  deadheatVersion,
  limitsTold,
  openRun,
  requireUnused,
  sizesOf,
  wantedFor,
} from "deadheat/parts";
import type { Target } from "../targets/manifest.ts";
import { runsDirectory } from "../targets/project.ts";
import { participantOf } from "../cells/participant.ts";
import { addonsOf, chooseTwoTargets, withTwoTargets } from "./two-targets.ts";

/** The options of the command, which those of `deadheat compare` also have. */
export interface CompareOptions extends Pick<
  Asked,
  | "budgetSeconds"
  | "rounds"
  | "until"
  | "primary"
  | "measure"
  | "margin"
  | "warmupRequests"
  | "windowSeconds"
  | "seed"
  | "out"
> {
  readonly scenario: string;
  readonly gate?: Limits;
}

/**
 * Compares two targets directly. The number of rounds is fixed, or a stopping rule that keeps its promise of 95 % decides
 * it (judge, rules/stopping.ts).
 * @throws UsageError, ComparisonFailed, Interrupted
 */
export async function compare(
  names: { readonly base: string; readonly new: string },
  options: CompareOptions,
  io: Io,
  hold: Hold,
): Promise<Comparison> {
  requireUnused(options.out);
  const { scenario, margin = COMPARISON_MARGIN, warmupRequests, windowSeconds } = options;
  const { budgetSeconds = null, rounds = null, until = null, gate = null } = options;
  const { primary = "cpu" } = options;
  const { further, counters, size } = wantedFor(options.measure, gate ?? {}, primary);
  const asked = {
    warmupRequests,
    windowSeconds: windowSeconds ?? COMPARISON_WINDOW_SECONDS,
    seed: options.seed,
  };
  const chosen = await chooseTwoTargets(names, scenario, asked, io);
  const { base, new: next, ready } = chosen;
  const runtimes = [base.runtime, next.runtime];
  const each = roundSeconds(ready.settings.load, runtimes) + furtherSeconds(further, null);
  const family = Object.keys(gate ?? {}).length || 1;
  requireBudget(budgetSeconds, each);
  const rule = stoppingFor({ budgetSeconds, rounds, until, gate, family }, each);
  const seed = options.seed ?? drawSeed();
  return withTwoTargets(chosen, io, async ({ prepared, exchange, bench }) => {
    const { settings } = prepared;
    const folder = openRun(options.out ?? null, runsDirectory);
    const { sources: floor, ...reference } = participantOf(base, settings, prepared);
    const { name, framework, runtime, version, facts, sources, ...target } = participantOf(
      next,
      settings,
      prepared,
    );
    const comparing = {
      entrants: { new: await target.entrant(scenario), base: await reference.entrant(scenario) },
      scenario,
      exchange,
      rule,
      each,
      margin,
      primary,
      further,
      ...(size && { exact: sizesOf(base.directory, next.directory) }),
      seed,
      journal: join(folder.out, "journal", "compare.jsonl"),
      header: headerOf({
        runId: folder.id,
        target: name,
        framework,
        runtime,
        version,
        ...facts,
        seed,
        settings,
        sources: { ...sources, floor: floor.app },
        instance: thisInstance(),
      }),
    };
    const compared = await compareEntrants(comparing, { ...bench, counters }, io.note);
    const { warnings, journal } = compared;
    const [judgement = compared.judgement] = judgeTogether([compared]);
    const versionsOf = ({ manifest, version: own, runtime: runtimeName }: Target): Versions => ({
      framework: manifest.package === null ? null : own,
      runtimeName,
      runtime: settings.tools[runtimeName]?.version ?? null,
    });
    return {
      app: null,
      base: base.name,
      new: next.name,
      versions: { base: versionsOf(base), new: versionsOf(next) },
      scenario,
      ...judgement,
      warnings: [
        ...concurrencyWarnings(hold),
        ...limitWarnings(),
        ...settingsWarnings(settings, true),
        ...warnings,
        ...addonsOf(base, next),
      ],
      journal,
    };
  });
}

export function comparedOf(
  comparison: Comparison,
  limits: Limits | null,
  startedAt: string,
): Compared {
  return {
    schema: COMPARED_SCHEMA,
    deadheat: deadheatVersion(),
    startedAt,
    base: { name: comparison.base, commit: null },
    new: { name: comparison.new, commit: null },
    comparisons: [comparison],
    control: null,
    gate: limits && {
      outcome: worstOutcome([comparison]),
      reason: null,
      limits: limitsTold(limits, "options"),
    },
    machine: null,
    loaded: null,
    command: null,
  };
}
