import { join } from "node:path";
import {
  type Comparison,
  type Versions,
  addonWarnings,
  settingsWarnings,
  stoppingFor,
  type Stopping,
} from "@deadheat/judge";
import { UsageError, type Warning } from "@deadheat/journal";
import {
  compareEntrants,
  type EntrantsCompared,
  type Comparing,
  ComparisonFailed,
  openRun,
} from "deadheat/parts";
import { headerOf, type Participant } from "@deadheat/runner";
import { runsDirectory } from "../targets/project.ts";
import type { Io } from "deadheat/cli";
import { type Target } from "../targets/manifest.ts";
import { selectTargets } from "../targets/discover.ts";
import {
  pinOurselves,
  limitWarnings,
  drawSeed,
  blockSeconds,
  COMPARISON_WINDOW_SECONDS,
  concurrencyWarnings,
  thisInstance,
  type Hold,
} from "@deadheat/measure";
import { exchangeOf, participantOf } from "../task/participant.ts";
import { prepare } from "../plan/prepare.ts";
import type { Prepared } from "../plan/prepared.ts";
import { withServices } from "../services/with-services.ts";
import { whyUnsupported } from "../plan/scenarios.ts";

export interface CompareOptions {
  /** The name of the base. */
  readonly base: string;
  /** The name of the new target. */
  readonly new: string;
  readonly scenario: string;
  readonly budgetSeconds: number | null;
  readonly blocks: number | null;
  /** The relative half-width of the interval at which the comparison stops: 0.01 is 1 % on either side. */
  readonly until: number | null;
  /** The share by which the new target may be slower than the base. */
  readonly gate: number | null;
  /** The relative margin of a dead heat. */
  readonly margin: number;
  /** The number of responses that warm up each server; null for the default of each runtime. */
  readonly warmupAnswers: number | null;
  readonly windowSeconds: number | null;
  readonly seed: number | null;
  readonly out: string | null;
}

/**
 * Compares two targets directly. The number of
 * blocks is fixed, or a stopping rule that keeps its promise of 95 % decides it (judge, rules/stopping.ts).
 * @throws UsageError, ComparisonFailed, Interrupted
 */
export async function compare(options: CompareOptions, io: Io, hold: Hold): Promise<Comparison> {
  const ready = await prepare(
    {
      profile: "quick",
      targets: [options.base, options.new],
      scenarios: [options.scenario],
      budgetSeconds: null,
      blocks: null,
      warmupAnswers: options.warmupAnswers,
      windowSeconds: options.windowSeconds ?? COMPARISON_WINDOW_SECONDS,
      seed: options.seed,
      calibration: true,
    },
    io,
  );
  const a = single(ready, options.base, options.scenario);
  const b = single(ready, options.new, options.scenario);
  const { load, machine, tools } = ready.settings;
  const rule = stoppingFor(options, blockSeconds(load, [a.runtime, b.runtime]));
  const unpin = pinOurselves(machine.pinning);
  let compared: EntrantsCompared;
  try {
    compared = await withServices(ready, io, (prepared) =>
      compareTargets(a, b, rule, options, prepared, io),
    );
  } finally {
    unpin();
  }
  const versionsOf = ({ manifest, version, runtime }: Target): Versions => ({
    framework: manifest.package === null ? null : version,
    runtimeName: runtime,
    runtime: tools[runtime].version,
  });
  return {
    base: a.name,
    new: b.name,
    versions: { base: versionsOf(a), new: versionsOf(b) },
    scenario: options.scenario,
    ...compared.judgement,
    warnings: [
      ...concurrencyWarnings(hold),
      ...limitWarnings(),
      ...settingsWarnings(ready.settings, true),
      ...compared.warnings,
      ...addonsOf(a, b),
    ],
    journal: compared.journal,
  };
}

async function compareTargets(
  a: Target,
  b: Target,
  rule: Stopping,
  { scenario, margin, seed: asked, out }: CompareOptions,
  prepared: Prepared,
  io: Io,
): Promise<EntrantsCompared> {
  const { settings, ohaPath } = prepared;
  for (const target of [a, b]) {
    const reason = whyUnsupported(target, scenario, settings.services);
    if (reason !== null) throw new ComparisonFailed(`${scenario}: ${reason}`);
  }
  const folder = openRun(out, runsDirectory);
  const seed = asked ?? drawSeed();
  const [base, target] = [a, b].map((one) => participantOf(one, settings, prepared)) as [
    Participant,
    Participant,
  ];
  const { name, framework, runtime, version, sources, facts } = target;
  const comparing: Comparing = {
    entrants: {
      new: await target.entrant(scenario),
      base: await base.entrant(scenario),
    },
    scenario,
    exchange: await exchangeOf(scenario, prepared.addresses),
    rule,
    margin,
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
      sources: { ...sources, floor: base.sources.app },
      instance: thisInstance(),
    }),
  };
  const bench = {
    oha: { path: ohaPath, version: settings.tools.oha.version },
    pinning: settings.machine.pinning,
    load: settings.load,
    signal: io.signal,
  };
  return compareEntrants(comparing, bench, io.note);
}

/** Returns the warnings about the addons of these targets, each once: two apps may share an addon. */
export function addonsOf(...targets: readonly Pick<Target, "addon">[]): Warning[] {
  const warnings = targets.flatMap(({ addon }) => addonWarnings(addon));
  return [...new Map(warnings.map((warning) => [warning.message, warning])).values()];
}

/** Returns the only target of a name that can serve the scenario. @throws UsageError */
export function single(prepared: Prepared, name: string, scenario: string): Target {
  const found = selectTargets(prepared.all, [name]);
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
