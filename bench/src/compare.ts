import { join } from "node:path";
import { scenarioNamed } from "@deadheat/handlers";
import { confidenceAt, interval, pValue, signFlipTest } from "@deadheat/stats";
import { blockEstimate, logRatios, verdictOf, warningsOf } from "./analyse.ts";
import { ComparisonFailed, UsageError } from "./errors.ts";
import { acrossLooks, decideGate } from "./gate.ts";
import type { Io } from "./io.ts";
import { openJournal } from "./journal.ts";
import { selectTargets, type Target } from "./manifest.ts";
import { addonWarnings } from "./measure/addon.ts";
import { runBlock } from "./measure/duet.ts";
import { withBallast } from "./measure/ballast.ts";
import { storeFor } from "./measure/store-address.ts";
import { runRecord } from "./measure/task.ts";
import { limitWarnings } from "./preflight.ts";
import { duetSeconds, orderBlocks, type Duet } from "./plan.ts";
import { prepare, type Prepared } from "./prepare.ts";
import type { BlockRecord } from "./record.ts";
import { drawSeed } from "./random.ts";
import { formatDuration, formatHalfWidth, formatRatio } from "./report/format.ts";
import type { Warning } from "./result.ts";
import { openRun } from "./run-folder.ts";
import { blockSeconds, COMPARISON_WINDOW_SECONDS } from "./settings.ts";
import { withServices } from "./services/with-services.ts";
import { concurrencyWarnings } from "./state/alone.ts";
import type { Hold } from "./state/lock.ts";
import { blocksNeeded, blocksWanted, mostBlocks, stoppingFor, type Stopping } from "./stopping.ts";
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
  /** Answers that warm each server; null: as is known to be enough. */
  readonly warmupAnswers: number | null;
  readonly windowSeconds: number | null;
  /** Processes that only spin beside the servers. */
  readonly ballast: number;
  readonly seed: number | null;
  readonly out: string | null;
}

/** The answer of `compare`: the efficiency of a over that of b, with its interval. */
export interface Comparison {
  readonly a: string;
  readonly b: string;
  readonly scenario: string;
  readonly ratio: number;
  readonly lo: number;
  readonly hi: number;
  readonly n: number;
  /**
   * Of [lo, hi]: 0.95, but with a gate that of the look where it stopped (stats, `confidenceAt`), so that
   * the intervals of all looks hold at once with 95 %.
   */
  readonly confidence: number;
  /**
   * Two-sided, of Student's t over the blocks, with a gate adjusted for its looks; the interval
   * excludes 1 exactly where p < 0.05.
   */
  readonly p: number;
  /**
   * Two-sided, of the exact sign-flip test, which assumes no distribution; with a gate adjusted for its
   * looks. Null where a second stage took place: its size came from the first stage's spread,
   * which other signs would have changed, so the test is no longer exact.
   */
  readonly signFlipP: number | null;
  readonly verdict: "faster" | "slower" | "dead-heat";
  /** What kept the two from answering more; the ratio is of efficiencies and holds either way. */
  readonly bound: ReturnType<typeof verdictOf>;
  /** Null without --gate. */
  readonly gate: {
    /** By how much b may be slower than a, as a share. */
    readonly limit: number;
    /** False: b is slower by more, significantly. True is no proof of the contrary, `hi` tells. */
    readonly passed: boolean;
    readonly confidence: number;
  } | null;
  /** Null without --until. */
  readonly until: {
    readonly halfWidth: number;
    /** False: the budget ended it before; the interval is wider, and holds. */
    readonly reached: boolean;
    /** Blocks that the width asked for. */
    readonly needed: number;
  } | null;
  readonly warnings: readonly Warning[];
  readonly journal: string;
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
  const { load } = ready.settings;
  const rule = stoppingFor(options, blockSeconds(load, [a.runtime, b.runtime]));
  const { records, journal } = await withServices(ready, io, (prepared) =>
    withBallast(prepared.settings.machine.pinning, options.ballast, () =>
      measureBlocks(a, b, rule, options, prepared, io),
    ),
  );
  const ratios = logRatios(records);
  const est = blockEstimate(records);
  const confidence = rule.kind === "gate" ? confidenceAt(est.n) : 0.95;
  const { ratio, lo, hi, n } = interval(est, confidence);
  const overall = (p: number) => (rule.kind === "gate" ? acrossLooks(p, n) : p);
  const oneStage = records.every((record) => record.stage !== 2);
  return {
    a: a.name,
    b: b.name,
    scenario: options.scenario,
    ratio,
    lo,
    hi,
    n,
    confidence,
    p: overall(pValue(est)),
    signFlipP: oneStage ? overall(signFlipTest(ratios)) : null,
    verdict: lo > 1 ? "faster" : hi < 1 ? "slower" : "dead-heat",
    bound: verdictOf(records),
    gate: gateOf(rule, ratios, confidence),
    until: untilOf(rule, ratios),
    warnings: [
      ...concurrencyWarnings(hold),
      ...limitWarnings(),
      ...warningsOf(records),
      ...addonWarnings(a.addon ?? b.addon),
    ],
    journal,
  };
}

function gateOf(rule: Stopping, ratios: readonly number[], confidence: number): Comparison["gate"] {
  if (rule.kind !== "gate") return null;
  const { limit, last } = rule;
  return { limit, passed: decideGate(ratios, limit, last) === "pass", confidence };
}

function untilOf(rule: Stopping, ratios: readonly number[]): Comparison["until"] {
  if (rule.kind !== "until") return null;
  const needed = blocksNeeded(rule, ratios);
  return { halfWidth: rule.halfWidth, reached: needed <= rule.most, needed };
}

async function measureBlocks(
  a: Target,
  b: Target,
  rule: Stopping,
  options: Pick<CompareOptions, "scenario" | "seed" | "out">,
  { settings, ohaPath, addresses }: Prepared,
  io: Io,
): Promise<{ records: BlockRecord[]; journal: string }> {
  const { load, services } = settings;
  for (const target of [a, b]) {
    const reason = whyUnsupported(target, options.scenario, services);
    if (reason !== null) throw new ComparisonFailed(`${options.scenario}: ${reason}`);
  }
  const duet: Duet = {
    role: a.name === b.name ? "aa" : "cell",
    target: a.name,
    reference: b.name,
    scenario: options.scenario,
    blocks: mostBlocks(rule),
  };
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
  try {
    journal.append(runRecord(a, b, { settings, run: { runId: folder.id, seed } }));
    for (const planned of orderBlocks([duet], seed)) {
      if (planned.n > blocksWanted(rule, logRatios(records))) break;
      const stage = rule.kind === "until" && planned.n > rule.first ? 2 : 1;
      const block = { ...planned, stage } as const;
      const record = await runBlock(block, { target: a, reference: b }, exchange, bench);
      journal.append(record);
      if (record.void !== null) throw new ComparisonFailed(record.void);
      records.push(record);
      const wanted = blocksWanted(rule, logRatios(records));
      const left = formatDuration((wanted - block.n) * duetSeconds(duet, load));
      io.note(`[${block.n}/${wanted}] ${runningEstimate(a, b, records)}, ${left} left`);
    }
  } finally {
    journal.close();
  }
  return { records, journal: path };
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
