import { blocksForHalfWidth } from "@deadheat/stats";
import { UsageError } from "./errors.ts";
import { decideGate, lastLookWithin, nextLookAfter } from "./gate.ts";

/**
 * When a comparison stops measuring. None of the rules stops because the answer pleases: that would
 * make false differences common.
 */
export type Stopping =
  | { readonly kind: "fixed"; readonly blocks: number }
  /** Stein's two-stage rule: `first` blocks, then as many as their spread asks for, at most `most`. */
  | {
      readonly kind: "until";
      /** Of the 95 % interval, relative: 0.01 is 1 % on either side. */
      readonly halfWidth: number;
      readonly first: number;
      readonly most: number;
    }
  /** The group-sequential rule, up to its look after `last` blocks. */
  | { readonly kind: "gate"; readonly limit: number; readonly last: number };

export interface StoppingOptions {
  readonly budgetSeconds: number | null;
  readonly blocks: number | null;
  readonly until: number | null;
  readonly gate: number | null;
}

const DEFAULT_BLOCKS = 8;
/** Two minutes with everything around the blocks, so that a gate fits into a check of a change. */
const GATE_BUDGET_SECONDS = 115;
const UNTIL_BUDGET_SECONDS = 600;

/**
 * @param each what a block takes, about, in seconds
 * @throws UsageError when the budget is too small, with one that is not
 */
export function stoppingFor(options: StoppingOptions, each: number): Stopping {
  const { until, gate, budgetSeconds } = options;
  const fitting = (seconds: number): number => Math.floor(seconds / each);
  if (gate !== null) {
    const last = lastLookWithin(fitting(budgetSeconds ?? GATE_BUDGET_SECONDS));
    if (last === undefined) {
      throw tooSmall(nextLookAfter(0) ?? 0, "a gate looks for the first time after", each);
    }
    return { kind: "gate", limit: gate, last };
  }
  const blocks = options.blocks ?? DEFAULT_BLOCKS;
  if (until !== null) {
    if (blocks < 2)
      throw new UsageError("the spread of a single block is unknown: --blocks 2 or more");
    const most = fitting(budgetSeconds ?? UNTIL_BUDGET_SECONDS);
    if (most < blocks) throw tooSmall(blocks, "--until begins with", each);
    return { kind: "until", halfWidth: until, first: blocks, most };
  }
  if (budgetSeconds === null) {
    if (blocks < 2) throw new UsageError("an interval needs at least 2 blocks");
    return { kind: "fixed", blocks };
  }
  if (fitting(budgetSeconds) < 2) throw tooSmall(2, "an interval needs at least", each);
  return { kind: "fixed", blocks: fitting(budgetSeconds) };
}

function tooSmall(blocks: number, why: string, each: number): UsageError {
  return new UsageError(
    `a block takes about ${each.toFixed(1)} s and ${why} ${blocks}: ` +
      `give --budget ${Math.ceil(blocks * each)}s or more`,
  );
}

/** No comparison by this rule has more blocks. */
export function mostBlocks(rule: Stopping): number {
  if (rule.kind === "fixed") return rule.blocks;
  return rule.kind === "until" ? rule.most : rule.last;
}

/**
 * How many blocks the rule asks for in all, as far as these tell: it stops when there are so many.
 * @param logRatios of all blocks so far, in the order measured
 */
export function blocksWanted(rule: Stopping, logRatios: readonly number[]): number {
  const n = logRatios.length;
  switch (rule.kind) {
    case "fixed":
      return rule.blocks;
    case "until":
      if (n < rule.first) return rule.first;
      return Math.min(rule.most, blocksNeeded(rule, logRatios));
    case "gate": {
      const decided = decideGate(logRatios, rule.limit, rule.last) !== "continue";
      return decided ? n : Math.min(rule.last, nextLookAfter(n) ?? rule.last);
    }
  }
}

/** How many blocks the width asks for, whatever the budget holds. */
export function blocksNeeded(
  { first, halfWidth }: Extract<Stopping, { kind: "until" }>,
  logRatios: readonly number[],
): number {
  return blocksForHalfWidth(logRatios.slice(0, first), Math.log1p(halfWidth));
}
