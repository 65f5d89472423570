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
  hasFailed,
  type Judgement,
  type LimitName,
  type Priors,
  logChanges,
  samplesOf,
  roundsWanted,
  roundsWithin,
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
  runSharedRound,
  type Bench,
  type Pair,
  type Entrant,
  type Exchange,
  planRound,
  type FurtherWanted,
  type RoundPart,
  runProfiledRound,
} from "@deadheat/measure";
import { changeWords } from "@deadheat/report";
import { formatDuration, formatHalfWidth } from "@deadheat/report/format";
import type { Note, Step } from "../step.ts";

export interface Comparing {
  readonly entrants: Pair<Entrant>;
  readonly scenario: string;
  readonly exchange: Exchange;
  readonly rule: Stopping;
  /** The expected seconds of a round. */
  readonly each: number;
  /** The number of comparisons whose rounds are measured in turn, and share the time of a round; 1 by default. */
  readonly inTurn?: number;
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
  /** Whether the profiles are searched for small changes. */
  readonly isSearching?: boolean;
  /** The fewest rounds, if the budget has time for them, also when the rule has already stopped. */
  readonly least?: number;
  /** The metrics that are known without rounds. */
  readonly exact?: ExactMetrics;
  /** The spread of each metric as known before the first round. */
  readonly priors?: Priors;
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

/** The share of the spare time of a budget that is spent. Rounds take up to a tenth longer than those before them. */
const SPENT_SHARE = 0.7;

/** A comparison whose rounds are measured one at a time. Each round is in the journal before the next begins. */
export class OpenComparison {
  readonly records: RoundRecord[] = [];
  /** The rounds that the rule wants, by the rounds so far. */
  wanted: number;
  /** True if a gate has failed before the time was up. */
  failed = false;
  readonly #comparing: Comparing;
  readonly #bench: Bench;
  readonly #note: Note;
  readonly #journal: ReturnType<typeof openJournal>;
  readonly #first: Step;
  #elapsedSeconds = 0;
  /** The time by which profiled windows were longer than they had to be. */
  #spentSeconds = 0;

  constructor(comparing: Comparing, bench: Bench, note: Note) {
    const { entrants, scenario, rule } = comparing;
    this.#comparing = comparing;
    this.#bench = bench;
    this.#note = note;
    this.#journal = openJournal(comparing.journal);
    this.#journal.append(comparing.header);
    this.wanted = roundsWanted(rule, [], 0);
    this.#first = {
      phase: `${scenario}: round`,
      done: 0,
      of: expectedRounds(rule, comparing.each),
      estimate: "",
      secondsLeft: null,
    };
    note(`Comparing ${entrants.new.name} with ${entrants.base.name} (${scenario})`, this.#first);
  }

  /** Returns the next round before it is measured. */
  planned(): RoundPart {
    const { entrants, scenario, exchange, rule, seed } = this.#comparing;
    const { new: next, base } = entrants;
    const duet: Duet = {
      role: next.name === base.name ? "aa" : "cell",
      new: next.name,
      base: base.name,
      scenario,
      rounds: Math.max(this.wanted, 1),
    };
    const n = this.records.length + 1;
    const stage = rule.kind === "until" && n > rule.first ? 2 : 1;
    return { round: planRound(duet, n, stage, seed), entrants, exchange };
  }

  /** Measures the next round. @throws ComparisonFailed, Interrupted */
  async measureRound(): Promise<RoundRecord> {
    const { profiles, further, isSearching } = this.#comparing;
    const { round, entrants, exchange } = this.planned();
    const spare = isSearching ? this.#spareSeconds() : null;
    this.#spentSeconds += spare ?? 0;
    const { record, profiled, reason } = profiles
      ? await runProfiledRound(round, entrants, exchange, this.#bench, further, spare)
      : {
          record: await runRound(round, entrants, exchange, this.#bench, further),
          profiled: null,
          reason: null,
        };
    if (profiled !== null) profiles?.add(profiled);
    if (reason !== null) this.#note(`Could not profile round ${round.n}: ${reason}`);
    this.add(record);
    return record;
  }

  /**
   * Returns a round's part of the time of the budget that is too short for a further round. A longer profiled window makes
   * use of it.
   */
  #spareSeconds(): number {
    const { rule } = this.#comparing;
    const n = this.records.length;
    if (n === 0 || rule.kind === "rounds") return 0;
    const shortest = this.#elapsedSeconds - this.#spentSeconds;
    const left = rule.budgetSeconds - this.#elapsedSeconds;
    const within = roundsWithin(rule.budgetSeconds - this.#spentSeconds, n, shortest) - n;
    const rounds = Math.max(1, LEAST_ROUNDS - n, within);
    return Math.max(0, SPENT_SHARE * (left / rounds - shortest / n));
  }

  /** Adds a round to the journal. @throws ComparisonFailed if the round is void */
  add(record: RoundRecord): void {
    this.#journal.append(record);
    if (record.void !== null) throw new ComparisonFailed(record.void);
    this.records.push(record);
  }

  /**
   * Finds out how many rounds the rule wants.
   * @param elapsedSeconds the time of all rounds so far
   * @throws ComparisonFailed if a metric with a gate is missing
   */
  update(elapsedSeconds: number): void {
    const { rule, exact } = this.#comparing;
    this.#elapsedSeconds = elapsedSeconds;
    const n = this.records.length;
    const samples = samplesOf(this.records);
    const growth = growthSamplesOf(this.records);
    requireGated(rule, samples, exact, growthUnknown(this.records));
    const gainsOf = (metric: LimitName) =>
      metric === "memory-growth"
        ? growthGains(growth)
        : logChanges(samples.get(metric) ?? []).map((change) => -change);
    this.wanted = Math.max(
      roundsWanted(rule, logRatios(this.records), elapsedSeconds, gainsOf),
      leastRounds(this.#comparing, n, elapsedSeconds),
    );
    this.failed = hasFailed(rule, gainsOf);
  }

  /**
   * Notes the estimate so far.
   * @param wanted the rounds that the rules of all comparisons in turn want
   */
  report(wanted: number): void {
    const { entrants } = this.#comparing;
    const n = this.records.length;
    const secondsLeft = ((wanted - n) * this.#elapsedSeconds) / n;
    const estimate = runningEstimate(this.records);
    const line = `[${n}/${wanted}] ${entrants.new.name} vs. ${entrants.base.name}: ${estimate}`;
    this.#note(`${line}, ${formatDuration(secondsLeft)} left`, {
      ...this.#first,
      done: n,
      of: wanted,
      estimate,
      secondsLeft,
    });
  }

  judged(): EntrantsCompared {
    const { records } = this;
    const { rule, margin, primary, exact, priors, journal } = this.#comparing;
    const { preparedSeconds = 0, inTurn = 1 } = this.#comparing;
    const elapsed = this.#elapsedSeconds;
    const judged = judgeComparison(records, rule, margin, elapsed, primary, exact, priors);
    const roundSeconds = judged.roundSeconds / inTurn;
    return {
      judgement: { ...judged, roundSeconds, preparedSeconds },
      records,
      warnings: [
        ...coldWarnings(records),
        ...tooFewWarnings(records.length, elapsed / inTurn),
        ...warningsOf(records),
        ...growthWarnings(records),
      ],
      journal,
    };
  }

  close(): void {
    this.#journal.close();
  }
}

/**
 * Measures the next round of several comparisons, all in the same two processes.
 * @throws ComparisonFailed, Interrupted
 */
export async function measureRounds(
  open: readonly OpenComparison[],
  bench: Bench,
): Promise<RoundRecord[]> {
  const [first, ...others] = open as [OpenComparison, ...OpenComparison[]];
  if (others.length === 0) return [await first.measureRound()];
  const parts = [first.planned(), ...others.map((one) => one.planned())] as const;
  const records = await runSharedRound(parts, bench);
  for (const [i, record] of records.entries()) open[i]?.add(record);
  return records;
}

/** Returns the fewest rounds that are wanted and for which the rule has time. */
function leastRounds({ rule, least = 0 }: Comparing, n: number, elapsedSeconds: number): number {
  const seconds = rule.kind === "rounds" ? (rule.withinSeconds ?? Infinity) : rule.budgetSeconds;
  return seconds === Infinity ? least : Math.min(least, roundsWithin(seconds, n, elapsedSeconds));
}

/** Measures one round of two entrants, in the orders that the seed draws. */
export function runDuet(
  duet: Duet,
  { n, seed }: { readonly n: number; readonly seed: number },
  entrants: Pair<Entrant>,
  exchange: Exchange,
  bench: Bench,
): Promise<RoundRecord> {
  return runRound(planRound(duet, n, 1, seed), entrants, exchange, bench);
}

export function coldWarnings(records: readonly RoundRecord[]): Warning[] {
  const cold = records.filter(isCold).length;
  return cold === 0 ? [] : [{ code: "cold", facts: { rounds: cold, of: records.length } }];
}

/** Returns the number of rounds that probably fit, before the first one. */
function expectedRounds(rule: Stopping, each: number): number {
  if (rule.kind === "rounds") return rule.rounds;
  return Math.max(1, Math.floor(rule.budgetSeconds / each));
}

export function tooFewWarnings(n: number, elapsedSeconds: number): Warning[] {
  if (n >= LEAST_ROUNDS) return [];
  return [{ code: "too-few-rounds", facts: { rounds: n, seconds: elapsedSeconds / n } }];
}

/** `CPU +6.6 % ± 1.2 %`: what a request of the new server takes more. */
export function runningEstimate(records: readonly RoundRecord[]): string {
  const running = interval(roundEstimate(records));
  const width =
    records.length >= LEAST_ROUNDS && Number.isFinite(running.hi)
      ? ` ${formatHalfWidth(running)}`
      : "";
  return `CPU ${changeWords(1 / running.ratio)}${width}`;
}
