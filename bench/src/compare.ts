import { join } from "node:path";
import { scenarioNamed } from "@deadheat/handlers";
import { interval } from "@deadheat/stats";
import { blockEstimate, logRatios, warningsOf } from "./analyse.ts";
import { judgeComparison, type Comparison, type Versions } from "./comparison.ts";
import { ComparisonFailed, UsageError } from "./errors.ts";
import type { Io } from "./io.ts";
import { openJournal } from "./journal.ts";
import { selectTargets, type Target } from "./manifest.ts";
import { addonWarnings } from "./measure/addon.ts";
import { runBlock } from "./measure/duet.ts";
import { withBallast } from "./measure/ballast.ts";
import { pinOurselves } from "./measure/pinning.ts";
import { storeFor } from "./measure/store-address.ts";
import { runRecord } from "./measure/task.ts";
import { limitWarnings } from "./preflight.ts";
import { planBlock, type Duet } from "./plan.ts";
import { prepare, type Prepared } from "./prepare.ts";
import { isCold, type BlockRecord } from "./record.ts";
import { drawSeed } from "./random.ts";
import { formatDuration, formatHalfWidth, formatRatio } from "./report/format.ts";
import type { Warning } from "./result.ts";
import { openRun } from "./run-folder.ts";
import { settingsWarnings } from "./run-warnings.ts";
import { blockSeconds, COMPARISON_WINDOW_SECONDS } from "./settings.ts";
import { withServices } from "./services/with-services.ts";
import { concurrencyWarnings } from "./state/alone.ts";
import type { Hold } from "./state/lock.ts";
import { blocksWanted, budgetWords, LEAST_BLOCKS, stoppingFor, type Stopping } from "./stopping.ts";
import { whyUnsupported } from "./support.ts";

export interface CompareOptions {
  readonly a: string;
  readonly b: string;
  readonly scenario: string;
  readonly budgetSeconds: number | null;
  readonly blocks: number | null;
  /** Half the width of the interval, relative, at which to stop: 0.01 is 1 % on either side. */
  readonly until: number | null;
  /** By how much b may be slower than a, as a share. */
  readonly gate: number | null;
  /** How close to each other a dead heat is, relative. */
  readonly margin: number;
  /** Answers that warm each server; null: as is known to be enough. */
  readonly warmupAnswers: number | null;
  readonly windowSeconds: number | null;
  /** Processes that only spin beside the servers. */
  readonly ballast: number;
  readonly seed: number | null;
  readonly out: string | null;
}

/**
 * Puts two targets themselves into duets. How many blocks is fixed beforehand, or left to a stopping
 * rule that keeps its promise of 95 % (stopping.ts).
 * @throws UsageError, ComparisonFailed, Interrupted
 */
export async function compare(options: CompareOptions, io: Io, hold: Hold): Promise<Comparison> {
  const ready = await prepare(
    {
      profile: "quick",
      targets: [options.a, options.b],
      scenarios: [options.scenario],
      budgetSeconds: null,
      blocks: null,
      warmupAnswers: options.warmupAnswers,
      ballast: options.ballast,
      windowSeconds: options.windowSeconds ?? COMPARISON_WINDOW_SECONDS,
      seed: options.seed,
      calibration: true,
    },
    io,
  );
  const a = single(ready, options.a, options.scenario);
  const b = single(ready, options.b, options.scenario);
  const { load, machine, tools } = ready.settings;
  const rule = stoppingFor(options, blockSeconds(load, [a.runtime, b.runtime]));
  const unpin = pinOurselves(machine.pinning);
  let measured: Measured;
  try {
    measured = await withServices(ready, io, (prepared) =>
      withBallast(machine.pinning, options.ballast, () =>
        measureBlocks(a, b, rule, options, prepared, io),
      ),
    );
  } finally {
    unpin();
  }
  const { records, elapsedSeconds, journal } = measured;
  const versionsOf = ({ manifest, version, runtime }: Target): Versions => ({
    framework: manifest.package === null ? null : version,
    runtime: tools[runtime].version,
  });
  return {
    a: a.name,
    b: b.name,
    versions: { a: versionsOf(a), b: versionsOf(b) },
    scenario: options.scenario,
    ...judgeComparison(records, rule, options.margin, elapsedSeconds),
    warnings: [
      ...concurrencyWarnings(hold),
      ...limitWarnings(),
      ...settingsWarnings(ready.settings, true),
      ...coldWarnings(records),
      ...budgetWarnings(rule, records.length, elapsedSeconds),
      ...warningsOf(records),
      ...addonsOf(a, b),
    ],
    journal,
  };
}

/** What is to be said of the addons of either; two apps may run on the same one. */
export function addonsOf(...targets: readonly Pick<Target, "addon">[]): Warning[] {
  const warnings = targets.flatMap(({ addon }) => addonWarnings(addon));
  return [...new Map(warnings.map((warning) => [warning.message, warning])).values()];
}

export function coldWarnings(records: readonly BlockRecord[]): Warning[] {
  const cold = records.filter(isCold).length;
  if (cold === 0) return [];
  const message =
    `cold: in ${cold} of ${records.length} blocks a server was measured before it was warm, and ratios of servers ` +
    "that are still compiling decide nothing";
  return [{ code: "cold", message }];
}

/** Two blocks are measured whatever they take. */
export function budgetWarnings(rule: Stopping, n: number, elapsedSeconds: number): Warning[] {
  if (rule.kind === "blocks" || n > LEAST_BLOCKS || elapsedSeconds <= rule.budgetSeconds) return [];
  const message =
    `${n} blocks, the least that says anything, took ${formatDuration(elapsedSeconds)}, more than the budget of ` +
    `${formatDuration(rule.budgetSeconds)}: --budget ${budgetWords((8 * elapsedSeconds) / n)} would hold 8`;
  return [{ code: "over-budget", message }];
}

interface Measured {
  readonly records: readonly BlockRecord[];
  readonly elapsedSeconds: number;
  readonly journal: string;
}

async function measureBlocks(
  a: Target,
  b: Target,
  rule: Stopping,
  options: Pick<CompareOptions, "scenario" | "seed" | "out">,
  { settings, ohaPath, addresses }: Prepared,
  io: Io,
): Promise<Measured> {
  const { load, services } = settings;
  for (const target of [a, b]) {
    const reason = whyUnsupported(target, options.scenario, services);
    if (reason !== null) throw new ComparisonFailed(`${options.scenario}: ${reason}`);
  }
  const folder = openRun(options.out);
  const seed = options.seed ?? drawSeed();
  const path = join(folder.out, "journal", "compare.jsonl");
  const journal = openJournal(path);
  const bench = {
    oha: { path: ohaPath, version: settings.tools.oha.version },
    pinning: settings.machine.pinning,
    load,
    signal: io.signal,
    store: storeFor(options.scenario, addresses),
  };
  const { exchange } = scenarioNamed(options.scenario);
  const records: BlockRecord[] = [];
  const startedAt = performance.now();
  let elapsedSeconds = 0;
  let wanted = blocksWanted(rule, [], 0);
  try {
    journal.append(runRecord(a, b, { settings, run: { runId: folder.id, seed } }));
    while (records.length < wanted) {
      const duet: Duet = {
        role: a.name === b.name ? "aa" : "cell",
        target: a.name,
        reference: b.name,
        scenario: options.scenario,
        blocks: wanted,
      };
      const n = records.length + 1;
      const stage = rule.kind === "until" && n > rule.first ? 2 : 1;
      const block = planBlock(duet, n, stage, seed);
      const record = await runBlock(block, { target: a, reference: b }, exchange, bench);
      journal.append(record);
      if (record.void !== null) throw new ComparisonFailed(record.void);
      records.push(record);
      elapsedSeconds = (performance.now() - startedAt) / 1000;
      wanted = blocksWanted(rule, logRatios(records), elapsedSeconds);
      const left = formatDuration(((wanted - n) * elapsedSeconds) / n);
      io.note(`[${n}/${wanted}] ${runningEstimate(a, b, records)}, ${left} left`);
    }
  } finally {
    journal.close();
  }
  return { records, elapsedSeconds, journal: path };
}

function runningEstimate(a: Target, b: Target, records: readonly BlockRecord[]): string {
  const running = interval(blockEstimate(records));
  const width = Number.isFinite(running.hi) ? ` ${formatHalfWidth(running)}` : "";
  return `${a.name} against ${b.name}: ${formatRatio(running.ratio)}${width}`;
}

function single(prepared: Prepared, name: string, scenario: string): Target {
  const found = selectTargets(prepared.all, [name]);
  const [target] = found;
  if (!target || found.length > 1) {
    const names = found.map((t) => t.name).join(", ");
    throw new UsageError(`${name} names several targets (${names}): compare takes two single ones`);
  }
  if (target.unsupported !== null) {
    throw new UsageError(`${target.name} is unsupported: ${target.unsupported}`);
  }
  if (target.version === null) {
    const { package: missing } = target.manifest;
    throw new UsageError(`${missing} is not installed: run \`npx -y pnpm@12.21.0 install\``);
  }
  const reason = whyUnsupported(target, scenario);
  if (reason !== null) {
    throw new UsageError(`${target.name} does not support ${scenario}: ${reason}`);
  }
  return target;
}
