import { amount, share } from "@deadheat/journal";
import * as v from "valibot";
import { metricGateSchema } from "./metric.ts";

/** Bytes a response, which may be negative. */
const bytes = v.pipe(
  v.number(),
  v.minValue(-Number.MAX_SAFE_INTEGER),
  v.maxValue(Number.MAX_SAFE_INTEGER),
);

/** The memory that each response of one server leaves behind. */
const growthSideSchema = v.object({
  /** The bytes a response over the second half of the loads: the mean over the rounds, with its interval. */
  perResponse: bytes,
  lo: bytes,
  hi: bytes,
  /** The same over the first half. */
  early: bytes,
  /**
   * `grows` if the second half certainly still grows by more than the margin; `plateau` if only the first half did;
   * `steady` if neither did.
   */
  verdict: v.picklist(["grows", "plateau", "steady", "undecided"]),
});
export type GrowthSide = v.InferOutput<typeof growthSideSchema>;

export const growthSchema = v.object({
  /**
   * The memory that the metrics are about: `live`, what the heaps still hold after a forced collection, or `resident`, if
   * resident memory certainly grows although the heaps do not.
   */
  of: v.picklist(["live", "resident"]),
  base: growthSideSchema,
  new: growthSideSchema,
  /** New minus base, paired by round. */
  difference: v.object({
    bytes,
    lo: bytes,
    hi: bytes,
    /** The p value of a difference beyond the margin, corrected for all metrics of the command. */
    p: share,
    /** The p value of a difference within the margin, corrected likewise. */
    equivalenceP: share,
    verdict: v.picklist(["more", "less", "same", "undecided"]),
  }),
  /** The bytes a response below which growth is none. Few responses have a larger one, since a heap is not known exactly. */
  margin: amount,
  confidence: share,
  n: amount,
  /** The responses of each server in all rounds, both halves. */
  responses: v.object({ base: amount, new: amount }),
  gate: v.nullable(
    v.object({
      ...metricGateSchema.entries,
      /** The bytes a response that the new server may leave behind beyond those of the base. */
      limit: amount,
    }),
  ),
});
export type Growth = v.InferOutput<typeof growthSchema>;
