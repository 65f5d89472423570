import { join } from "node:path";
import { scenarioNamed } from "@deadheat/handlers";
import { estimate, interval, pValue, signFlipTest } from "@deadheat/stats";
import { logRatios, verdictOf, warningsOf } from "./analyse.ts";
import { UsageError } from "./errors.ts";
import type { Io } from "./io.ts";
import { openJournal } from "./journal.ts";
import { selectTargets, type Target } from "./manifest.ts";
import { addonWarnings } from "./measure/addon.ts";
import { runBlock } from "./measure/duet.ts";
import { storeFor } from "./measure/store-address.ts";
import { runRecord } from "./measure/task.ts";
import { orderBlocks, type Duet } from "./plan.ts";
import { prepare, type Prepared } from "./prepare.ts";
import type { BlockRecord } from "./record.ts";
import { drawSeed } from "./random.ts";
import { formatDuration, formatHalfWidth, formatInterval, formatRatio } from "./report/format.ts";
import type { Warning } from "./result.ts";
import { openRun } from "./run-folder.ts";
import { blockSeconds } from "./settings.ts";
import { withServices } from "./services/with-services.ts";
import { concurrencyWarnings } from "./state/alone.ts";
import type { Hold } from "./state/lock.ts";
import { whyUnsupported } from "./support.ts";

export interface CompareOptions {
  readonly a: string;
  readonly b: string;
  readonly scenario: string;
  readonly budgetSeconds: number | null;
  readonly blocks: number | null;
  readonly warmupSeconds: number | null;
  readonly windowSeconds: number | null;
  readonly seed: number | null;
  readonly out: string | null;
}

/** The answer of `compare`: the efficiency of a over that of b, with its 95 % interval. */
export interface Comparison {
  readonly a: string;
  readonly b: string;
  readonly scenario: string;
  readonly ratio: number;
  readonly lo: number;
  readonly hi: number;
  readonly n: number;
  /** Two-sided, of Student's t over the blocks; the interval excludes 1 exactly where p < 0.05. */
  readonly p: number;
  /** Two-sided, of the exact sign-flip test, which assumes no distribution. */
  readonly signFlipP: number;
  readonly verdict: "faster" | "slower" | "dead-heat";
  /** What kept the two from answering more; the ratio is of efficiencies and holds either way. */
  readonly bound: ReturnType<typeof verdictOf>;
  readonly warnings: readonly Warning[];
  readonly journal: string;
}

/** A duet that could not be measured; its message is the block's. */
export class ComparisonFailed extends Error {
  override readonly name = "ComparisonFailed";
}

/**
 * Puts two targets themselves into duets. The number of blocks is fixed beforehand, from the
 * budget: stopping when the answer pleases would make false differences common.
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
      warmupSeconds: options.warmupSeconds,
      windowSeconds: options.windowSeconds,
      seed: options.seed,
    },
    io,
  );
  const a = single(ready, options.a, options.scenario);
  const b = single(ready, options.b, options.scenario);
  const blocks = await withServices(ready, io, (prepared) =>
    measureBlocks(a, b, options, prepared, io),
  );
  const ratios = logRatios(blocks.records);
  const est = estimate(ratios);
  const { ratio, lo, hi, n } = interval(est);
  return {
    a: a.name,
    b: b.name,
    scenario: options.scenario,
    ratio,
    lo,
    hi,
    n,
    p: pValue(est),
    signFlipP: signFlipTest(ratios),
    verdict: lo > 1 ? "faster" : hi < 1 ? "slower" : "dead-heat",
    bound: verdictOf(blocks.records),
    warnings: [
      ...concurrencyWarnings(hold),
      ...warningsOf(blocks.records),
      ...addonWarnings(a.addon ?? b.addon),
    ],
    journal: blocks.journal,
  };
}

async function measureBlocks(
  a: Target,
  b: Target,
  options: CompareOptions,
  { settings, ohaPath, addresses }: Prepared,
  io: Io,
): Promise<{ records: BlockRecord[]; journal: string }> {
  const { load, services } = settings;
  for (const target of [a, b]) {
    const reason = whyUnsupported(target, options.scenario, services);
    if (reason !== null) throw new ComparisonFailed(`${options.scenario}: ${reason}`);
  }
  const count = blocksFor(options, blockSeconds(load));
  const duet: Duet = {
    role: a.name === b.name ? "aa" : "cell",
    target: a.name,
    reference: b.name,
    scenario: options.scenario,
    blocks: count,
  };
  const folder = openRun({ out: options.out, resume: false }, settings);
  const seed = options.seed ?? drawSeed();
  const run = {
    runId: folder.id,
    out: folder.out,
    seed,
    pid: process.pid,
    oha: ohaPath,
    addresses,
  };
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
    journal.append(runRecord(a, b, { settings, run }));
    for (const block of orderBlocks([duet], seed)) {
      const record = await runBlock(block, { target: a, reference: b }, exchange, bench);
      journal.append(record);
      if (record.void !== null) throw new ComparisonFailed(record.void);
      records.push(record);
      const left = formatDuration((count - block.n) * blockSeconds(load));
      io.note(`[${block.n}/${count}] ${runningEstimate(a, b, records)}, ${left} left`);
    }
  } finally {
    journal.close();
  }
  return { records, journal: path };
}

function runningEstimate(a: Target, b: Target, records: readonly BlockRecord[]): string {
  const running = interval(estimate(logRatios(records)));
  const width = Number.isFinite(running.hi) ? ` ${formatHalfWidth(running)}` : "";
  return `${a.name} against ${b.name}: ${formatRatio(running.ratio)}${width}`;
}

const DEFAULT_BLOCKS = 8;

function blocksFor({ budgetSeconds, blocks }: CompareOptions, each: number): number {
  if (budgetSeconds === null) {
    if (blocks !== null && blocks < 2) throw new UsageError("an interval needs at least 2 blocks");
    return blocks ?? DEFAULT_BLOCKS;
  }
  const count = Math.floor(budgetSeconds / each);
  if (count >= 2) return count;
  throw new UsageError(
    `a block takes about ${each.toFixed(1)} s and an interval needs at least two: ` +
      `give --budget ${Math.ceil(2 * each)}s or more`,
  );
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

/** The sentence for people. */
export function renderComparison(comparison: Comparison): string {
  const { a, b, scenario, ratio, lo, hi, n, p, signFlipP, verdict, warnings } = comparison;
  const percent = Math.abs(100 * (ratio - 1)).toFixed(1);
  const words = {
    faster: `${a} is faster than ${b}: ${percent} % more requests per CPU-second`,
    slower: `${a} is slower than ${b}: ${percent} % fewer requests per CPU-second`,
    "dead-heat": `dead heat: no difference between ${a} and ${b} was found`,
  }[verdict];
  return [
    `${words} (${scenario}).`,
    `ratio ${formatRatio(ratio)}, 95 % interval ${formatInterval({ lo, hi })} ` +
      `(${formatHalfWidth({ ratio, lo, hi })}), n = ${n}, p = ${formatP(p)} (t), ` +
      `${formatP(signFlipP)} (sign flip); ${comparison.bound}`,
    ...warnings.map((warning) => `! ${warning.message}`),
    `blocks: ${comparison.journal}`,
    "",
  ].join("\n");
}

function formatP(p: number): string {
  return p < 0.0001 ? "< 0.0001" : p.toFixed(4);
}
