import { blocksForHalfWidth, nextLook } from "@deadheat/stats";
import { UsageError } from "@deadheat/journal";
import { judgeGate } from "./gate.ts";

/**
 * When a comparison stops measuring. None of the rules stops because the answer pleases: that would
 * make false differences common. The clock may stop any of them, since it tells nothing of a ratio.
 */
export type Stopping =
  | { readonly kind: "blocks"; readonly blocks: number }
  | { readonly kind: "budget"; readonly budgetSeconds: number }
  /** Stein's two-stage rule: `first` blocks, then as many as their spread asks for. */
  | {
      readonly kind: "until";
      /** Of the 95 % interval, relative: 0.01 is 1 % on either side. */
      readonly halfWidth: number;
      readonly first: number;
      readonly budgetSeconds: number;
    }
  /** The group-sequential rule. */
  | {
      readonly kind: "gate";
      readonly limit: number;
      readonly budgetSeconds: number;
      /** How many gates the command asks; one unless given. */
      readonly family?: number;
    };

export interface StoppingOptions {
  readonly budgetSeconds: number | null;
  readonly blocks: number | null;
  readonly until: number | null;
  readonly gate: number | null;
  /** How many gates the command asks; one unless given. */
  readonly family?: number;
}

const DEFAULT_BLOCKS = 8;
/** Two minutes with everything around the blocks, so that a gate fits into a check of a change. */
const GATE_BUDGET_SECONDS = 115;
const UNTIL_BUDGET_SECONDS = 600;

/** Of a single block the spread is unknown, whatever it took. */
export const LEAST_BLOCKS = 2;

/**
 * @param each what a block takes on an ordinary machine, about, in seconds
 * @throws UsageError when what was asked for contradicts itself, or when the budget would not even there hold
 *   the least, with one that would
 */
export function stoppingFor(options: StoppingOptions, each: number): Stopping {
  const { until, gate, blocks, budgetSeconds } = options;
  if (blocks !== null && blocks < LEAST_BLOCKS) {
    throw new UsageError("the spread of a single block is unknown: --blocks 2 or more");
  }
  if (blocks !== null && budgetSeconds !== null && until === null) {
    throw new UsageError("give --blocks or --budget: one decides the other");
  }
  if (budgetSeconds !== null && budgetSeconds < LEAST_BLOCKS * each) {
    throw new UsageError(
      `a block takes about ${each.toFixed(1)} s on an ordinary machine, and an interval needs at least ` +
        `${LEAST_BLOCKS}: give --budget ${budgetWords(LEAST_BLOCKS * each)} or more`,
    );
  }
  if (gate !== null) {
    const { family = 1 } = options;
    const seconds = budgetSeconds ?? GATE_BUDGET_SECONDS;
    return { kind: "gate", limit: gate, budgetSeconds: seconds, ...(family > 1 && { family }) };
  }
  if (until !== null) {
    const first = blocks ?? DEFAULT_BLOCKS;
    const seconds = budgetSeconds ?? UNTIL_BUDGET_SECONDS;
    return { kind: "until", halfWidth: until, first, budgetSeconds: seconds };
  }
  if (budgetSeconds !== null) return { kind: "budget", budgetSeconds };
  return { kind: "blocks", blocks: blocks ?? DEFAULT_BLOCKS };
}

/**
 * How many blocks there can be within the budget if the next ones take as long as those so far did on average: at
 * least two, since fewer say nothing, however long they take.
 */
export function blocksWithin(budgetSeconds: number, n: number, elapsedSeconds: number): number {
  if (n < LEAST_BLOCKS) return LEAST_BLOCKS;
  const further = Math.floor(((budgetSeconds - elapsedSeconds) * n) / elapsedSeconds);
  return n + Math.max(0, further);
}

/**
 * How many blocks the rule asks for in all, as far as these tell: it stops when there are so many.
 * @param logRatios of all blocks so far, in the order measured
 * @param elapsedSeconds that they took
 */
export function blocksWanted(
  rule: Stopping,
  logRatios: readonly number[],
  elapsedSeconds: number,
): number {
  if (rule.kind === "blocks") return rule.blocks;
  const n = logRatios.length;
  const within = blocksWithin(rule.budgetSeconds, n, elapsedSeconds);
  switch (rule.kind) {
    case "budget":
      return within;
    case "until":
      return Math.min(within, n < rule.first ? rule.first : blocksNeeded(rule, logRatios));
    case "gate": {
      const last = isLast(rule, n, elapsedSeconds);
      const decided = n > 0 && judgeGate(logRatios, rule.limit, last, rule.family);
      return decided ? n : Math.min(within, nextLook(n));
    }
  }
}

/** Whether the budget holds no further block. */
export function isLast(
  { budgetSeconds }: { readonly budgetSeconds: number },
  n: number,
  elapsedSeconds: number,
): boolean {
  return blocksWithin(budgetSeconds, n, elapsedSeconds) <= n;
}

/** How many blocks the width asks for, whatever the budget holds. */
export function blocksNeeded(
  { first, halfWidth }: Extract<Stopping, { kind: "until" }>,
  logRatios: readonly number[],
): number {
  return blocksForHalfWidth(logRatios.slice(0, first), Math.log1p(halfWidth));
}

/** A time as `--budget` takes it, rounded up: `40s`, `3m`, `2h`. */
export function budgetWords(seconds: number): string {
  if (seconds <= 90) return `${Math.ceil(seconds / 5) * 5}s`;
  return seconds <= 5400 ? `${Math.ceil(seconds / 60)}m` : `${Math.ceil(seconds / 3600)}h`;
}
