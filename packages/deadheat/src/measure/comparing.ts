import type { JournalRecord, RoundRecord, Warning } from "@deadheat/journal";
import type { ExactMetrics, Judgement, MetricName, Priors, Stopping } from "@deadheat/judge";
import type { Entrant, Exchange, FurtherWanted, Pair } from "@deadheat/measure";
import type { CollectedProfiles } from "../profile/collected.ts";

/** A comparison before its first round. */
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
  /** The loads after the window of a round; none unless given. */
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

export interface Mix {
  /** The comparison of the mix, whose rounds are made of those of the requests. */
  readonly comparing: Comparing;
  readonly shares: readonly number[];
  /** The places of the requests in groups, whose rounds share two processes. */
  readonly groups: readonly (readonly number[])[];
}

export interface EntrantsCompared {
  readonly judgement: Judgement;
  readonly records: readonly RoundRecord[];
  readonly warnings: readonly Warning[];
  readonly journal: string;
}
