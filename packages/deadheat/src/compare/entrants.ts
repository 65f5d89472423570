import { interval } from "@deadheat/stats";
import {
  blockEstimate,
  logRatios,
  warningsOf,
  judgeComparison,
  type ExactFigures,
  type FigureName,
  growthGains,
  growthSamplesOf,
  type Judgement,
  type LimitName,
  logChanges,
  samplesOf,
  blocksWanted,
  budgetWords,
  LEAST_BLOCKS,
  type Stopping,
} from "@deadheat/judge";
import { ComparisonFailed } from "../errors.ts";
import { growthUnknown, growthWarnings } from "./growth-warnings.ts";
import { requireGated } from "./require-gated.ts";
import {
  type Duet,
  openJournal,
  isCold,
  type BlockRecord,
  type JournalRecord,
  type Warning,
} from "@deadheat/journal";
import {
  runBlock,
  type Bench,
  type Pair,
  type Entrant,
  type Exchange,
  planBlock,
  type FurtherWanted,
} from "@deadheat/measure";
import { changeWords } from "@deadheat/report";
import { formatDuration, formatHalfWidth } from "@deadheat/report/format";
import type { Note, Step } from "../step.ts";

export interface Comparing {
  readonly entrants: Pair<Entrant>;
  /** The name of the request. */
  readonly scenario: string;
  readonly exchange: Exchange;
  readonly rule: Stopping;
  /** The number of comparisons that share an explicit budget; 1 by default. */
  readonly together?: number;
  /** The largest relative difference that counts as a dead heat. */
  readonly margin: number;
  /** The figure that is named before looking; `cpu` by default. */
  readonly primary?: FigureName;
  /** Latency and cost, if they are measured too. */
  readonly further?: FurtherWanted;
  /** The figures that are known without blocks. */
  readonly exact?: ExactFigures;
  readonly seed: number;
  readonly journal: string;
  readonly header: JournalRecord;
}

export interface EntrantsCompared {
  readonly judgement: Judgement;
  readonly records: readonly BlockRecord[];
  readonly warnings: readonly Warning[];
  readonly journal: string;
}

/**
 * Measures two entrants in duets until the rule stops, and judges the blocks.
 * @param note receives one line for people after each block
 * @throws ComparisonFailed if a block is void; Interrupted
 */
export async function compareEntrants(
  comparing: Comparing,
  bench: Bench,
  note: Note,
): Promise<EntrantsCompared> {
  const { entrants, scenario, exchange, rule, margin, seed } = comparing;
  const { new: next, base } = entrants;
  const journal = openJournal(comparing.journal);
  const records: BlockRecord[] = [];
  const startedAt = performance.now();
  let elapsedSeconds = 0;
  let wanted = blocksWanted(rule, [], 0);
  const first: Step = {
    phase: `comparing ${scenario}: block`,
    done: 0,
    of: wanted,
    estimate: "",
    secondsLeft: null,
  };
  try {
    journal.append(comparing.header);
    note(`comparing ${next.name} with ${base.name} (${scenario})`, first);
    while (records.length < wanted) {
      const duet: Duet = {
        role: next.name === base.name ? "aa" : "cell",
        new: next.name,
        base: base.name,
        scenario,
        blocks: wanted,
      };
      const n = records.length + 1;
      const stage = rule.kind === "until" && n > rule.first ? 2 : 1;
      const record = await runDuet(
        duet,
        { n, stage, seed },
        entrants,
        exchange,
        bench,
        comparing.further,
      );
      journal.append(record);
      if (record.void !== null) throw new ComparisonFailed(record.void);
      records.push(record);
      elapsedSeconds = (performance.now() - startedAt) / 1000;
      const samples = samplesOf(records);
      const growth = growthSamplesOf(records);
      requireGated(rule, samples, comparing.exact, growthUnknown(records));
      const gainsOf = (figure: LimitName) =>
        figure === "memory-growth"
          ? growthGains(growth)
          : logChanges(samples.get(figure) ?? []).map((change) => -change);
      wanted = blocksWanted(rule, logRatios(records), elapsedSeconds, gainsOf);
      const secondsLeft = ((wanted - n) * elapsedSeconds) / n;
      const estimate = runningEstimate(records);
      const left = formatDuration(secondsLeft);
      note(`[${n}/${wanted}] ${next.name} against ${base.name}: ${estimate}, ${left} left`, {
        ...first,
        done: n,
        of: wanted,
        estimate,
        secondsLeft,
      });
    }
  } finally {
    journal.close();
  }
  return {
    judgement: judgeComparison(
      records,
      rule,
      margin,
      elapsedSeconds,
      comparing.primary,
      comparing.exact,
    ),
    records,
    warnings: [
      ...coldWarnings(records),
      ...budgetWarnings(rule, records.length, elapsedSeconds, comparing.together),
      ...warningsOf(records),
      ...growthWarnings(records),
    ],
    journal: comparing.journal,
  };
}

/** Measures one block of two entrants, in the orders that the seed draws. */
export function runDuet(
  duet: Duet,
  { n, stage, seed }: { readonly n: number; readonly stage: 1 | 2; readonly seed: number },
  entrants: Pair<Entrant>,
  exchange: Exchange,
  bench: Bench,
  further?: FurtherWanted,
): Promise<BlockRecord> {
  return runBlock(planBlock(duet, n, stage, seed), entrants, exchange, bench, further);
}

export function coldWarnings(records: readonly BlockRecord[]): Warning[] {
  const cold = records.filter(isCold).length;
  if (cold === 0) return [];
  const message =
    `cold: in ${cold} of ${records.length} blocks a server was measured before it was warm, and ratios of servers ` +
    "that are still compiling decide nothing";
  return [{ code: "cold", message }];
}

/** Returns a warning if the least number of blocks took longer than the budget. */
export function budgetWarnings(
  rule: Stopping,
  n: number,
  elapsedSeconds: number,
  together = 1,
): Warning[] {
  if (rule.kind === "blocks" || n > LEAST_BLOCKS || elapsedSeconds <= rule.budgetSeconds) return [];
  const message =
    `${n} blocks, the least that says anything, took ${formatDuration(elapsedSeconds)}, more than the ` +
    `${together === 1 ? "budget" : "share in the budget"} of ${formatDuration(rule.budgetSeconds)}: ` +
    `--budget ${budgetWords((8 * together * elapsedSeconds) / n)} would hold 8`;
  return [{ code: "over-budget", message }];
}

/** `CPU +6.6 % ± 1.2 %`: what a request of the new server takes more. */
function runningEstimate(records: readonly BlockRecord[]): string {
  const running = interval(blockEstimate(records));
  const width = Number.isFinite(running.hi) ? ` ${formatHalfWidth(running)}` : "";
  return `CPU ${changeWords(1 / running.ratio)}${width}`;
}
