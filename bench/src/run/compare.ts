import { join } from "node:path";
import {
  type Comparison,
  type MetricName,
  type Limits,
  type Versions,
  addonWarnings,
  judgeTogether,
  settingsWarnings,
  requireBudget,
  stoppingFor,
} from "@deadheat/judge";
import { UsageError, type Warning } from "@deadheat/journal";
import {
  compareEntrants,
  ComparisonFailed,
  type FurtherMeasure,
  measuresFor,
  openRun,
  sizesOf,
} from "deadheat/parts";
import { headerOf } from "@deadheat/runner";
import { runsDirectory } from "../targets/project.ts";
import type { Io } from "deadheat/cli";
import { type Target } from "../targets/manifest.ts";
import { selectTargets } from "../targets/discover.ts";
import {
  pinOurselves,
  limitWarnings,
  drawSeed,
  roundSeconds,
  furtherSeconds,
  COMPARISON_WINDOW_SECONDS,
  concurrencyWarnings,
  thisInstance,
  type Hold,
} from "@deadheat/measure";
import { exchangeOf, participantOf } from "../task/participant.ts";
import { prepare } from "../plan/prepare.ts";
import { withServices } from "../services/start.ts";
import { whyUnsupported } from "../plan/scenarios.ts";

/** The options of the command. Times are in seconds, and percentages are shares of 1. */
export interface CompareOptions {
  readonly scenario: string;
  readonly budget?: number;
  readonly rounds?: number;
  /** The relative half-width of the interval at which the comparison stops: 0.01 is 1 % on either side. */
  readonly until?: number;
  /** The share by which the new target may need more, by metric. */
  readonly gate?: Limits;
  /** The metric that is named before looking. */
  readonly primary?: MetricName;
  readonly measure?: readonly FurtherMeasure[];
  /** The relative margin of a tie. */
  readonly margin: number;
  /** The number of responses that warm up each server, instead of the default of each runtime. */
  readonly warmup?: number;
  readonly window?: number;
  readonly seed?: number;
  readonly out?: string;
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
  const { scenario, margin, warmup: warmupRequests, window, seed = drawSeed() } = options;
  const ready = await prepare(
    {
      profile: "quick",
      targets: [names.base, names.new],
      scenarios: [scenario],
      warmupRequests,
      windowSeconds: window ?? COMPARISON_WINDOW_SECONDS,
      seed: options.seed,
      calibration: true,
    },
    io,
  );
  const base = single(ready.all, names.base, scenario);
  const next = single(ready.all, names.new, scenario);
  const { budget: budgetSeconds = null, rounds = null, until = null, gate = null } = options;
  const { primary = "cpu" } = options;
  const measure = measuresFor(options.measure, gate ?? {}, primary);
  const further = { latency: measure.includes("latency"), cost: measure.includes("cost") };
  const each =
    roundSeconds(ready.settings.load, [base.runtime, next.runtime]) + furtherSeconds(further);
  const family = Object.keys(gate ?? {}).length || 1;
  requireBudget(budgetSeconds, each);
  const rule = stoppingFor({ budgetSeconds, rounds, until, gate, family }, each);
  const unpin = pinOurselves(ready.settings.machine.pinning);
  try {
    return await withServices(ready, io, async (prepared) => {
      const { settings, oha, addresses } = prepared;
      for (const target of [base, next]) {
        const reason = whyUnsupported(target, scenario, settings.services);
        if (reason !== null) throw new ComparisonFailed(`${scenario}: ${reason}`);
      }
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
        exchange: await exchangeOf(scenario, addresses),
        rule,
        each,
        margin,
        primary,
        further,
        ...(measure.includes("size") && { exact: sizesOf(base.directory, next.directory) }),
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
      const { load, machine, tools } = settings;
      const bench = { oha, pinning: machine.pinning, load, signal: io.signal };
      const compared = await compareEntrants(comparing, bench, io.note);
      const { warnings, journal } = compared;
      const [judgement = compared.judgement] = judgeTogether([compared]);
      const versionsOf = ({ manifest, version: own, runtime: runtimeName }: Target): Versions => ({
        framework: manifest.package === null ? null : own,
        runtimeName,
        runtime: tools[runtimeName].version,
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
  } finally {
    unpin();
  }
}

/** Returns the warnings about the addons of these targets, each once: two apps may share an addon. */
export function addonsOf(...targets: readonly Pick<Target, "addon">[]): Warning[] {
  const warnings = targets.flatMap(({ addon }) => addonWarnings(addon));
  return [...new Map(warnings.map((warning) => [warning.message, warning])).values()];
}

/** Returns the only target of a name that can serve the scenario. @throws UsageError */
export function single(all: readonly Target[], name: string, scenario: string): Target {
  const found = selectTargets(all, [name]);
  const [target] = found;
  if (!target || found.length > 1) {
    const names = found.map((t) => t.name).join(", ");
    throw new UsageError(`${name} names several targets (${names}). Name a single one`);
  }
  if (target.unsupported !== null) {
    throw new UsageError(`${target.name} is unsupported: ${target.unsupported}`);
  }
  if (target.version === null) {
    const { package: missing } = target.manifest;
    throw new UsageError(`${missing} is not installed. Run \`npx -y pnpm@12.21.0 install\``);
  }
  const reason = whyUnsupported(target, scenario);
  if (reason !== null) {
    throw new UsageError(`${target.name} does not support ${scenario}: ${reason}`);
  }
  return target;
}
