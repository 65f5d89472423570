import { amount } from "@deadheat/journal";
import * as v from "valibot";

const tau = v.pipe(v.number(), v.minValue(-1), v.maxValue(1));

const place = v.object({
  scenario: v.string(),
  /** The rank of the target in that scenario, out of `of` ranked cells. */
  rank: v.tuple([amount, amount]),
  of: amount,
});

/** The answer to whether the order of the targets depends on the scenario. */
export const orderSchema = v.object({
  /** Every two scenarios that rank at least two targets in common. */
  scenarios: v.array(
    v.object({
      a: v.string(),
      b: v.string(),
      /** The number of targets that both scenarios rank. */
      targets: amount,
      /** The number of pairs with the same proven order in both (`decided` in `differences`). */
      agree: amount,
      /** The number of pairs with opposite proven orders: one target is faster in `a`, the other in `b`. */
      turned: amount,
      /** The number of pairs whose order is not proven in one of the two, including ties. */
      unproven: amount,
      /** Kendall's tau-b over all pairs, proven or not, with its 95 % interval; null if all pairs are level. */
      tau: v.nullable(v.object({ value: tau, lo: tau, hi: tau })),
    }),
  ),
  /** The targets that at least two scenarios rank, first those whose place depends most on the scenario. */
  targets: v.array(
    v.object({
      target: v.string(),
      /** The number of targets against which it is proven faster in one scenario and slower in another. */
      turned: amount,
      /** The scenario in which the target is certainly furthest ahead. */
      best: place,
      /** The scenario in which the target is certainly furthest behind. */
      worst: place,
    }),
  ),
});
export type Order = v.InferOutput<typeof orderSchema>;
