import { interval } from "@deadheat/stats";
import {
  roundEstimate,
  logRatios,
  warningsOf,
  judgeComparison,
  type ExactMetrics,
  type MetricName,
  growthGains,
  growthSamplesOf,
  type Judgement,
  type LimitName,
  logChanges,
  samplesOf,
  roundsWanted,
  LEAST_ROUNDS,
  type Stopping,
} from "@deadheat/judge";
import { ComparisonFailed } from "../errors.ts";
import type { CollectedProfiles } from "../profile/collected.ts";
import { growthUnknown, growthWarnings, requireGated } from "./gated-metrics.ts";
import {
  type Duet,
  openJournal,
  isCold,
  type RoundRecord,
  type JournalRecord,
  type Warning,
} from "@deadheat/journal";
import {
  runRound,
  type Bench,
  type Pair,
  type Entrant,
  type Exchange,
  planRound,
  type FurtherWanted,
  runProfiledRound,
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
  /** The expected seconds of a round. */
  readonly each: number;
  /** The seconds before the first round, which an explicit budget holds too. */
  readonly preparedSeconds?: number;
  /** The largest relative difference that counts as a tie. */
  readonly margin: number;
  /** The metric that is named before looking; `cpu` by default. */
  readonly primary?: MetricName;
  /** Latency and cost, if they are measured too. */
  readonly further?: FurtherWanted;
  /** Receives the profiles of each round; without it no server is profiled. */
  readonly profiles?: CollectedProfiles | null;
  /** The metrics that are known without rounds. */
  readonly exact?: ExactMetrics;
  readonly seed: number;
  readonly journal: string;
  readonly header: JournalRecord;
}

export interface EntrantsCompared {
  readonly judgement: Judgement;
  readonly records: readonly RoundRecord[];
  readonly warnings: readonly Warning[];
  readonly journal: string;
}

/**
 * Measures two entrants in duets until the rule stops, and judges the rounds.
 * @param note receives one line for people after each round
 * @throws ComparisonFailed if a round is void; Interrupted
 */
export async function compareEntrants(
  comparing: Comparing,
  bench: Bench,
  note: Note,
): Promise<EntrantsCompared> {
  const { entrants, scenario, exchange, rule, margin, seed } = comparing;
  const { new: next, base } = entrants;
  const journal = openJournal(comparing.journal);
  const records: RoundRecord[] = [];
  const startedAt = performance.now();
  let elapsedSeconds = 0;
  let wanted = roundsWanted(rule, [], 0);
  const first: Step = {
    phase: `${scenario}: round`,
    done: 0,
    of: expectedRounds(rule, comparing.each),
    estimate: "",
    secondsLeft: null,
  };
  try {
    journal.append(comparing.header);
    note(`Comparing ${next.name} with ${base.name} (${scenario})`, first);
    while (records.length < wanted) {
      const duet: Duet = {
        role: next.name === base.name ? "aa" : "cell",
        new: next.name,
        base: base.name,
        scenario,
        rounds: Math.max(wanted, 1),
      };
      const n = records.length + 1;
      const stage = rule.kind === "until" && n > rule.first ? 2 : 1;
      const planned = planRound(duet, n, stage, seed);
      const { record, profiled, reason } = comparing.profiles
        ? await runProfiledRound(planned, entrants, exchange, bench, comparing.further)
        : {
            record: await runRound(planned, entrants, exchange, bench, comparing.further),
            profiled: null,
            reason: null,
          };
      if (profiled !== null) comparing.profiles?.add(profiled);
      if (reason !== null) note(`Could not profile round ${n}: ${reason}`);
      journal.append(record);
      if (record.void !== null) throw new ComparisonFailed(record.void);
      records.push(record);
      elapsedSeconds = (performance.now() - startedAt) / 1000;
      const samples = samplesOf(records);
      const growth = growthSamplesOf(records);
      requireGated(rule, samples, comparing.exact, growthUnknown(records));
      const gainsOf = (metric: LimitName) =>
        metric === "memory-growth"
          ? growthGains(growth)
          : logChanges(samples.get(metric) ?? []).map((change) => -change);
      wanted = roundsWanted(rule, logRatios(records), elapsedSeconds, gainsOf);
      const secondsLeft = ((wanted - n) * elapsedSeconds) / n;
      const estimate = runningEstimate(records);
      const left = formatDuration(secondsLeft);
      note(`[${n}/${wanted}] ${next.name} vs. ${base.name}: ${estimate}, ${left} left`, {
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
  const { preparedSeconds = 0 } = comparing;
  const judged = judgeComparison(
    records,
    rule,
    margin,
    elapsedSeconds,
    comparing.primary,
    comparing.exact,
  );
  return {
    judgement: { ...judged, preparedSeconds },
    records,
    warnings: [
      ...coldWarnings(records),
      ...tooFewWarnings(rule, records.length, elapsedSeconds),
      ...warningsOf(records),
      ...growthWarnings(records),
    ],
    journal: comparing.journal,
  };
}

/** Measures one round of two entrants, in the orders that the seed draws. */
export function runDuet(
  duet: Duet,
  { n, stage, seed }: { readonly n: number; readonly stage: 1 | 2; readonly seed: number },
  entrants: Pair<Entrant>,
  exchange: Exchange,
  bench: Bench,
  further?: FurtherWanted,
): Promise<RoundRecord> {
  return runRound(planRound(duet, n, stage, seed), entrants, exchange, bench, further);
}

export function coldWarnings(records: readonly RoundRecord[]): Warning[] {
  const cold = records.filter(isCold).length;
  if (cold === 0) return [];
  const message =
    `In ${cold} of ${records.length} rounds a server was not warm, and servers that are still compiling cannot be ` +
    "compared. Use a longer --warmup.";
  return [{ code: "cold", message }];
}

/** Returns the number of rounds that probably fit, before the first one. */
function expectedRounds(rule: Stopping, each: number): number {
  if (rule.kind === "rounds") return rule.rounds;
  return Math.max(1, Math.floor(rule.budgetSeconds / each));
}

/** Returns a warning if there were too few rounds for a verdict. */
export function tooFewWarnings(rule: Stopping, n: number, elapsedSeconds: number): Warning[] {
  if (n >= LEAST_ROUNDS) return [];
  const held = rule.kind === "rounds" ? `there ${n === 1 ? "was" : "were"}` : "there was time for";
  const message =
    `Too few rounds: a verdict needs ${LEAST_ROUNDS}, and ${held} ${n}. A round takes ` +
    `${formatDuration(elapsedSeconds / n)}.`;
  return [{ code: "too-few-rounds", message }];
}

/** `CPU +6.6 % ± 1.2 %`: what a request of the new server takes more. */
export function runningEstimate(records: readonly RoundRecord[]): string {
  const running = interval(roundEstimate(records));
  const width = Number.isFinite(running.hi) ? ` ${formatHalfWidth(running)}` : "";
  return `CPU ${changeWords(1 / running.ratio)}${width}`;
}
