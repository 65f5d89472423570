import * as v from "valibot";

const place = v.object({
  scenario: v.string(),
  /** As in its cell, of so many that are ranked there. */
  rank: v.tuple([v.number(), v.number()]),
  of: v.number(),
});

/** Whether it changes the order of the targets what they are asked. */
export const orderSchema = v.object({
  /** Each two scenarios that rank at least two targets in common. */
  scenarios: v.array(
    v.object({
      a: v.string(),
      b: v.string(),
      /** Ranked in both; the pairs of these are counted. */
      targets: v.number(),
      /** Proven in both, as `differences` has it (`decided`), and the same. */
      agree: v.number(),
      /** Proven in both: one of the two is faster in `a`, the other one in `b`. */
      turned: v.number(),
      /** Not proven in one of them: dead heats, too. */
      unproven: v.number(),
      /** Kendall's tau-b of all pairs, proven or not, with its 95 % interval; null: all of them are level. */
      tau: v.nullable(v.object({ value: v.number(), lo: v.number(), hi: v.number() })),
    }),
  ),
  /** Those that are ranked in at least two scenarios, first those whose place depends most on what is asked. */
  targets: v.array(
    v.object({
      target: v.string(),
      /** Against how many others it is proven to be faster in one scenario and slower in another. */
      turned: v.number(),
      /** Where it is certain to be furthest in front. */
      best: place,
      /** Where it is certain to be furthest behind. */
      worst: place,
    }),
  ),
});
export type Order = v.InferOutput<typeof orderSchema>;
