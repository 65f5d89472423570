import { roundsForHalfWidth, nextLook } from "@deadheat/stats";
import { UsageError } from "@deadheat/journal";
import { metricKind, type LimitName } from "../metrics/list.ts";
import type { Priors } from "../metrics/priors.ts";
import { boundOf, gateOutcome, type GateOutcome } from "./gate.ts";

/** The limits of a gate by metric: the share by which the new server may need more, for `memory-growth` in bytes a response. */
export type Limits = Partial<Record<LimitName, number>>;

/**
 * The rule by which a comparison stops. No rule stops because of the answer, since that would make false differences
 * common. The clock may stop any rule, since it says nothing about a ratio.
 */
export type Stopping =
  /** A number of rounds; fewer if a time limit is given and reached. */
  | { readonly kind: "rounds"; readonly rounds: number; readonly withinSeconds?: number }
  | { readonly kind: "budget"; readonly budgetSeconds: number }
  /** Stein's two-stage rule: `first` rounds, then as many as their spread requires. */
  | {
      readonly kind: "until";
      /** The relative half-width of the 95 % interval: 0.01 is 1 % on either side. */
      readonly halfWidth: number;
      readonly first: number;
      readonly budgetSeconds: number;
    }
  /** The group-sequential rule. */
  | {
      readonly kind: "gate";
      readonly limits: Limits;
      readonly budgetSeconds: number;
      /** The number of gates in the command, one a metric and comparison; 1 by default. */
      readonly family?: number;
      /** The spread of each metric as known before the first round. */
      readonly priors?: Priors;
    };

export interface StoppingOptions {
  readonly budgetSeconds: number | null;
  readonly rounds: number | null;
  readonly until: number | null;
  readonly gate: Limits | null;
  /** The number of gates in the command; 1 by default. */
  readonly family?: number;
  /** The spread of each metric as known before the first round. */
  readonly priors?: Priors;
}

const DEFAULT_ROUNDS = 8;
/** Two minutes including the overhead of the rounds, so that a gate fits into the check of a change. */
const GATE_BUDGET_SECONDS = 115;
/** The rounds after which a gate on servers that start slowly is usually decided. */
const GATE_ROUNDS = 12;
const UNTIL_BUDGET_SECONDS = 600;
const DEFAULT_LIMIT_SECONDS = 360;

/** The fewest rounds that can be asked for. */
const LEAST_ASKED_ROUNDS = 1;
/** The fewest rounds of a first stage: the spread of a single round is unknown. */
const LEAST_FIRST_STAGE = 2;

/** The rounds from which any difference may be significant. One or two show only those that no modes of a server make. */
export const LEAST_ROUNDS = 3;

/**
 * Returns the stopping rule that the options ask for. The defaults are as long as the question usually needs, up to six
 * minutes.
 *
 * @param each the approximate seconds of a round
 * @throws UsageError if the options contradict each other
 */
export function stoppingFor(options: StoppingOptions, each: number): Stopping {
  const { until, gate, rounds, budgetSeconds } = options;
  const least = until === null ? LEAST_ASKED_ROUNDS : LEAST_FIRST_STAGE;
  if (rounds !== null && rounds < least) {
    const first = until === null ? "" : " with --until: a single round shows no spread";
    throw new UsageError(`--rounds must be at least ${least}${first}.`);
  }
  if (rounds !== null && budgetSeconds !== null && until === null) {
    throw new UsageError("Use --rounds or --budget, not both.");
  }
  if (gate !== null) {
    const { family = 1, priors } = options;
    const usual = Math.min(
      DEFAULT_LIMIT_SECONDS,
      Math.max(GATE_BUDGET_SECONDS, GATE_ROUNDS * each),
    );
    const seconds = budgetSeconds ?? usual;
    return {
      kind: "gate",
      limits: gate,
      budgetSeconds: seconds,
      ...(family > 1 && { family }),
      ...(priors && { priors }),
    };
  }
  if (until !== null) {
    const first = rounds ?? DEFAULT_ROUNDS;
    const seconds = budgetSeconds ?? UNTIL_BUDGET_SECONDS;
    return { kind: "until", halfWidth: until, first, budgetSeconds: seconds };
  }
  if (budgetSeconds !== null) return { kind: "budget", budgetSeconds };
  if (rounds !== null) return { kind: "rounds", rounds };
  return { kind: "rounds", rounds: DEFAULT_ROUNDS, withinSeconds: DEFAULT_LIMIT_SECONDS };
}

/**
 * Rejects a budget that is too short even for cheap requests on an ordinary machine, before anything is started.
 * @param each the approximate seconds of a round of cheap requests
 * @throws UsageError
 */
export function requireBudget(budgetSeconds: number | null, each: number): void {
  if (budgetSeconds === null || budgetSeconds >= LEAST_ASKED_ROUNDS * each) return;
  throw new UsageError(
    `The budget is too short: a round takes at least about ${each.toFixed(1)} s. ` +
      `Use --budget ${budgetWords(LEAST_ROUNDS * each)} or more.`,
  );
}

/**
 * Returns the number of rounds that fit into the budget at the pace of those so far. Before a verdict is possible, a
 * round may begin within the budget and end after it, so that a command lasts at most one round longer.
 */
export function roundsWithin(budgetSeconds: number, n: number, elapsedSeconds: number): number {
  if (n === 0) return 1;
  const further = Math.floor(((budgetSeconds - elapsedSeconds) * n) / elapsedSeconds);
  const least = n < LEAST_ROUNDS && elapsedSeconds < budgetSeconds ? 1 : 0;
  return n + Math.max(least, further);
}

/**
 * Returns the total number of rounds that the rule wants, given the rounds so far. The comparison stops at that
 * number.
 *
 * @param logRatios the log ratios of all rounds so far, in the order of measurement
 * @param elapsedSeconds the time that these rounds took
 * @param gainsOf returns ln(base / new) of the rounds so far for a metric with a gate, for `memory-growth` bytes
 */
export function roundsWanted(
  rule: Stopping,
  logRatios: readonly number[],
  elapsedSeconds: number,
  gainsOf: (metric: LimitName) => readonly number[] = () => logRatios,
): number {
  const n = logRatios.length;
  if (rule.kind === "rounds") {
    const { rounds, withinSeconds = Infinity } = rule;
    return withinSeconds === Infinity || n === 0
      ? rounds
      : Math.min(rounds, roundsWithin(withinSeconds, n, elapsedSeconds));
  }
  const within = roundsWithin(rule.budgetSeconds, n, elapsedSeconds);
  switch (rule.kind) {
    case "budget":
      return within;
    case "until":
      return Math.min(within, n < rule.first ? rule.first : roundsNeeded(rule, logRatios));
    case "gate": {
      const last = isLast(rule, n, elapsedSeconds);
      const isDecided = (limit: Limit) => outcomeOf(rule, limit, gainsOf, last) !== null;
      const decided = n > 0 && testedLimits(rule).every(isDecided);
      return decided ? n : Math.min(within, nextLook(n));
    }
  }
}

/**
 * Returns true if a gate of a metric has failed, at a look that leaves its level for later looks.
 * @param gainsOf as for `roundsWanted`
 */
export function hasFailed(
  rule: Stopping,
  gainsOf: (metric: LimitName) => readonly number[],
): boolean {
  if (rule.kind !== "gate") return false;
  return testedLimits(rule).some((limit) => outcomeOf(rule, limit, gainsOf, false) === "failed");
}

type GateRule = Extract<Stopping, { kind: "gate" }>;
type Limit = [metric: LimitName, limit: number];

function outcomeOf(
  { family = 1, priors = {} }: GateRule,
  [metric, limit]: Limit,
  gainsOf: (metric: LimitName) => readonly number[],
  last: boolean,
): GateOutcome | null {
  // Memory that grows is judged by two slopes, which share the level.
  const shares = metric === "memory-growth" ? 2 * family : family;
  const prior = metric === "memory-growth" ? null : (priors[metric] ?? null);
  return gateOutcome(gainsOf(metric), boundOf(metric, limit), last, shares, prior);
}

/** Returns the limits that need rounds. The size and the number of packages are known exactly. */
function testedLimits({ limits }: GateRule): Limit[] {
  return limitsOf(limits).filter(
    ([metric]) => metric === "memory-growth" || metricKind(metric).samples !== null,
  );
}

export function limitsOf(limits: Limits): Limit[] {
  return Object.entries(limits) as Limit[];
}

export function isLast(
  { budgetSeconds }: { readonly budgetSeconds: number },
  n: number,
  elapsedSeconds: number,
): boolean {
  return roundsWithin(budgetSeconds, n, elapsedSeconds) <= n;
}

/** Returns the number of rounds that the half-width requires, ignoring the budget. */
export function roundsNeeded(
  { first, halfWidth }: Extract<Stopping, { kind: "until" }>,
  logRatios: readonly number[],
): number {
  return roundsForHalfWidth(logRatios.slice(0, first), Math.log1p(halfWidth));
}

/** Formats a time as `--budget` accepts it, rounded up: `40s`, `3m`, `2h`. */
export function budgetWords(seconds: number): string {
  if (seconds <= 90) return `${Math.ceil(seconds / 5) * 5}s`;
  return seconds <= 5400 ? `${Math.ceil(seconds / 60)}m` : `${Math.ceil(seconds / 3600)}h`;
}
