import { amount } from "@deadheat/journal";
import * as v from "valibot";

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
    }),
  ),
  /** The targets that are faster than another one in one scenario and slower in another, those with the most such pairs first. */
  targets: v.array(v.object({ target: v.string(), turned: amount })),
});
export type Order = v.InferOutput<typeof orderSchema>;
