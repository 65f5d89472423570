import type { RoundRecord } from "@deadheat/journal";
import {
  growthGains,
  growthSamplesOf,
  hasFailed,
  LEAST_ROUNDS,
  logChanges,
  logRatios,
  roundsWanted,
  roundsWithin,
  samplesOf,
  type LimitName,
} from "@deadheat/judge";
import type { Due, Policy } from "@deadheat/runner";
import type { Comparing, Mix } from "./comparing.ts";
import { growthUnknown, requireGated } from "./gated-metrics.ts";

/** A round of one comparison, or one of each in a group that shares two processes. */
export interface DueRounds extends Due {
  readonly n: number;
  /** The number of rounds that the rules want, as far as they know by now. */
  readonly of: number;
  /** The places of the comparisons. */
  readonly group: readonly number[];
  /** The time of all rounds before it. */
  readonly seconds: number;
}

/**
 * Returns the policy of comparisons whose rounds are measured in turn, one of each after the other, until all rules stop:
 * those of the requests and that of the mix. One gate of a mix that has failed ends all of them, since no other can change
 * the outcome.
 * @param recordsOf returns the rounds of a comparison so far
 * @param atOnce the number of rounds that are measured at the same time, if nothing else takes turns with them
 */
export function comparisonPolicy(
  parts: readonly Comparing[],
  mix: Mix | null,
  recordsOf: (one: Comparing) => readonly RoundRecord[],
  atOnce = 1,
): Policy<DueRounds> {
  const all = mix === null ? parts : [...parts, mix.comparing];
  const groups = mix?.groups ?? parts.map((_, i) => [i]);
  return {
    next: ({ seconds }) => {
      const standings = all.map((one) => standingOf(one, recordsOf(one), seconds));
      const wanted = Math.max(...standings.map((one) => one.wanted));
      const done = recordsOf(all[0] as Comparing).length;
      const isDecided = mix !== null && standings.some(({ failed }) => failed);
      if (wanted <= done || isDecided) return [];
      const isShared =
        mix !== null ||
        parts.some(({ profiles, further }) => profiles || (further?.loads.length ?? 0) > 0);
      const ns = Array.from(
        { length: isShared ? 1 : Math.min(atOnce, wanted - done) },
        (_, i) => i,
      );
      return ns.flatMap((i) =>
        groups.map((group) => {
          return { pair: group.join(), n: done + i + 1, of: wanted, group, seconds };
        }),
      );
    },
  };
}

interface Standing {
  /** The rounds that the rule wants, by the rounds so far. */
  readonly wanted: number;
  /** True if a gate has failed before the time was up. */
  readonly failed: boolean;
}

/** @throws ComparisonFailed if a metric with a gate is missing */
function standingOf(
  comparing: Comparing,
  records: readonly RoundRecord[],
  seconds: number,
): Standing {
  const { rule, exact } = comparing;
  if (records.length === 0) return { wanted: roundsWanted(rule, [], 0), failed: false };
  const samples = samplesOf(records);
  const growth = growthSamplesOf(records);
  requireGated(rule, samples, exact, growthUnknown(records));
  const gainsOf = (metric: LimitName) =>
    metric === "memory-growth"
      ? growthGains(growth)
      : logChanges(samples.get(metric) ?? []).map((change) => -change);
  const wanted = roundsWanted(rule, logRatios(records), seconds, gainsOf);
  return {
    wanted: Math.max(wanted, leastRounds(comparing, records.length, seconds)),
    failed: hasFailed(rule, gainsOf),
  };
}

/** Returns the fewest rounds that are wanted and for which the rule has time. */
function leastRounds({ rule, least = 0 }: Comparing, n: number, seconds: number): number {
  const limit = rule.kind === "rounds" ? (rule.withinSeconds ?? Infinity) : rule.budgetSeconds;
  return limit === Infinity ? least : Math.min(least, roundsWithin(limit, n, seconds));
}

/** The share of the spare time of a budget that is spent. Rounds take up to a tenth longer than those before them. */
const SPENT_SHARE = 0.7;

/**
 * Returns a round's part of the time of the budget that is too short for a further round. A longer profiled window makes
 * use of it.
 * @param spent the time by which the profiled windows so far were longer than they had to be
 */
export function spareSeconds(
  { rule }: Pick<Comparing, "rule">,
  { n: next, seconds }: Pick<DueRounds, "n" | "seconds">,
  spent: number,
): number {
  const n = next - 1;
  if (n === 0 || rule.kind === "rounds") return 0;
  const shortest = seconds - spent;
  const within = roundsWithin(rule.budgetSeconds - spent, n, shortest) - n;
  const rounds = Math.max(1, LEAST_ROUNDS - n, within);
  return Math.max(0, SPENT_SHARE * ((rule.budgetSeconds - seconds) / rounds - shortest / n));
}
