import { amount, ratio, share } from "@deadheat/journal";
import * as v from "valibot";

/** The figures that two servers are compared by, in the order in which they are shown. */
export const figureNames = [
  "cpu",
  "start",
  "memory-idle",
  "memory-peak",
  "latency-p50",
  "latency-p99",
  "latency-p50-at-20",
  "latency-p99-at-20",
  "cost-200",
  "cost-1000",
  "size",
  "packages",
] as const;
export type FigureName = (typeof figureNames)[number];

/** What a gate may limit: a figure, or memory that grows, which has no ratio (growth.ts). */
export const limitNames = [...figureNames, "memory-growth"] as const;
export type LimitName = (typeof limitNames)[number];

/** The outcome of a gate on one figure. */
export const figureGateSchema = v.object({
  /** The allowed change: for `cpu` the share by which the new server may be slower, for others by which it may need more. */
  limit: share,
  outcome: v.picklist(["passed", "failed", "undecided"]),
  confidence: share,
  /** The number of further blocks that would probably decide the gate. null if it is decided or no number would. */
  moreBlocks: v.nullable(amount),
});

/**
 * One figure of a comparison, on its own scale: more is more, so a ratio above 1 means that the new server needs more
 * CPU, time, memory or space than the base.
 */
export const figureSchema = v.object({
  figure: v.picklist(figureNames),
  /** Seconds of CPU a request for `cpu` and `cost`, seconds for `start` and `latency`. */
  unit: v.picklist(["seconds", "bytes", "packages"]),
  /** The geometric means over the blocks. */
  base: amount,
  new: amount,
  /** New over base, paired by block, with its own interval. */
  ratio,
  lo: ratio,
  hi: ratio,
  /** The confidence of [lo, hi] by itself. The words are corrected for all figures, the intervals are not. */
  confidence: share,
  /** The number of blocks; 0 if the figure is exact, as an installed size is. */
  n: amount,
  /** The p value of a difference, corrected for all figures of the command. */
  p: share,
  /** The p value of a dead heat, corrected likewise. */
  equivalenceP: share,
  /** The relative margin of a dead heat. */
  margin: amount,
  /**
   * The word about the new server. Memory and size are `less` or `more`, all others `faster` or `slower`: if p < 0.05,
   * otherwise `dead-heat` if equivalenceP < 0.05.
   */
  verdict: v.picklist(["faster", "slower", "less", "more", "dead-heat", "undecided"]),
  /** true for the figure that was named before looking, which keeps most of the error that is allowed. */
  named: v.boolean(),
  /** The number of further blocks that would probably decide the word. null if it is decided or no number would. */
  moreBlocks: v.nullable(amount),
  /** The gate on this figure; null if it has none. */
  gate: v.nullable(figureGateSchema),
});
export type Figure = v.InferOutput<typeof figureSchema>;
